package dev.yoil.ehcache.policy;

import java.net.URI;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.Map;

import org.ehcache.spi.service.Service;
import org.ehcache.xml.BaseConfigParser;
import org.ehcache.xml.CacheServiceConfigurationParser;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Makes Ehcache's XML reader understand the {@code <policy>} element. Ehcache finds it by
 * {@link java.util.ServiceLoader}; it is public for that reason alone.
 */
public final class PolicyXmlParser extends BaseConfigParser<PolicyConfiguration>
		implements CacheServiceConfigurationParser<Service, PolicyConfiguration> {

	/**
	 * Creates the parser, as {@link java.util.ServiceLoader} does.
	 */
	public PolicyXmlParser() {
		super(Map.of(URI.create(PolicyElement.NAMESPACE), schema()));
	}

	/**
	 * Returns the location of the element's XML schema.
	 * @return a URL in the class path
	 */
	public static URL schema() {
		URL schema = PolicyXmlParser.class.getResource("ehcache-policy.xsd");
		if (schema == null) {
			throw new IllegalStateException(
					"dev/yoil/ehcache/policy/ehcache-policy.xsd is missing from the class path");
		}
		return schema;
	}

	@Override
	public Class<Service> getServiceType() {
		return Service.class;
	}

	/**
	 * Reads one element.
	 * @throws InvalidPolicyException if its attributes make no sense
	 */
	@Override
	public PolicyConfiguration parse(Element element, ClassLoader classLoader) {
		Map<String, String> attributes = new LinkedHashMap<>();
		NamedNodeMap nodes = element.getAttributes();
		for (int i = 0; i < nodes.getLength(); i++) {
			Node attribute = nodes.item(i);
			// Those in a namespace are the declarations and marks of others.
			if (attribute.getNamespaceURI() == null) {
				attributes.put(attribute.getNodeName(), attribute.getNodeValue());
			}
		}
		return new PolicyConfiguration(PolicyElement.policy(attributes));
	}

	@Override
	protected Element safeUnparse(Document document, PolicyConfiguration configuration) {
		throw new UnsupportedOperationException("A cache policy is declared in ehcache.xml and never written back");
	}

}
