package dev.yoil.ehcache.xml;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.PolicyConfiguration;
import org.ehcache.config.CacheConfiguration;
import org.ehcache.core.spi.service.ServiceUtils;
import org.ehcache.expiry.ExpiryPolicy;
import org.ehcache.xml.XmlConfiguration;
import org.ehcache.xml.exceptions.XmlConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.io.Resource;

/**
 * A cache configuration file that was read and found right.
 *
 * @param file how the file is named in messages
 * @param caches what it declares, in the order of the file
 */
public record EhcacheXml(String file, List<DeclaredCache> caches) {

	/**
	 * Creates the value with its own copy of the list.
	 */
	public EhcacheXml {
		caches = List.copyOf(caches);
	}

	/**
	 * Reads a file.
	 * @param file how to name it in messages
	 * @param resource where it is
	 * @return what it declares
	 * @throws EhcacheXmlException if it cannot be read or anything in it is wrong
	 */
	public static EhcacheXml read(String file, Resource resource) {
		byte[] content = content(file, resource);
		LocatedElement root = LocatedElementReader.read(file, content);
		new EhcacheXmlGrammar(file).check(root);
		new EhcacheXmlReferences(file).check(root);
		Map<String, DeclaredPlace> places = DeclaredPlace.all(file, root);
		List<DeclaredCache> caches = new ArrayList<>();
		parse(file, content).getCacheConfigurations()
			.forEach((name, cache) -> caches.add(new DeclaredCache(name, cache.getResourcePools(), policy(cache),
					Objects.requireNonNull(places.get(name)))));
		// Ehcache forgets the order of the file.
		List<String> order = root.children()
			.stream()
			.map((child) -> child.attributes().getOrDefault("alias", ""))
			.toList();
		caches.sort((one, other) -> order.indexOf(one.name()) - order.indexOf(other.name()));
		return new EhcacheXml(file, caches);
	}

	private static byte[] content(String file, Resource resource) {
		try {
			return resource.getContentAsByteArray();
		}
		catch (FileNotFoundException | NoSuchFileException ex) {
			throw new EhcacheXmlException(file, "there is no such file.", "Create it, or correct yoil.ehcache.config.",
					ex);
		}
		catch (IOException ex) {
			throw new EhcacheXmlException(file, "the file cannot be read.",
					"Make it a plain file that the service may read, or correct yoil.ehcache.config.", ex);
		}
	}

	private static XmlConfiguration parse(String file, byte[] content) {
		try {
			DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
			factory.setNamespaceAware(true);
			factory.setIgnoringComments(true);
			Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(content));
			trimNumbers(document);
			return new XmlConfiguration(document, EhcacheXml.class.getClassLoader());
		}
		catch (XmlConfigurationException | AssertionError | SAXException | IOException
				| ParserConfigurationException ex) {
			// Ehcache reports what its schema refuses as an AssertionError.
			Throwable reason = NestedExceptionUtils.getMostSpecificCause(ex);
			throw new EhcacheXmlException(file, "Ehcache cannot use the file: " + reason.getMessage(),
					"Compare it with docs/ehcache-xml.md.", ex);
		}
	}

	/**
	 * Ehcache does not allow for the line breaks and spaces that an editor may put around
	 * a number.
	 */
	private static void trimNumbers(Document document) {
		for (String name : List.of("heap", "ttl", "tti")) {
			NodeList numbers = document.getElementsByTagNameNS(EhcacheXmlGrammar.EHCACHE, name);
			for (int i = 0; i < numbers.getLength(); i++) {
				numbers.item(i).setTextContent(numbers.item(i).getTextContent().strip());
			}
		}
	}

	private static CachePolicy policy(CacheConfiguration<?, ?> cache) {
		PolicyConfiguration declared = ServiceUtils.findSingletonAmongst(PolicyConfiguration.class,
				cache.getServiceConfigurations().toArray());
		return (declared != null) ? declared.policy() : policy(cache.getExpiryPolicy());
	}

	/**
	 * Translates Ehcache's own {@code <expiry>}, whose three kinds look at neither key
	 * nor value.
	 */
	@SuppressWarnings({ "unchecked", "NullAway" }) // see above
	private static CachePolicy policy(ExpiryPolicy<?, ?> expiry) {
		ExpiryPolicy<Object, Object> builtIn = (ExpiryPolicy<Object, Object>) expiry;
		Duration creation = builtIn.getExpiryForCreation(null, null);
		if (creation == null || creation.equals(ExpiryPolicy.INFINITE)) {
			return CachePolicy.NO_EXPIRY;
		}
		boolean idle = builtIn.getExpiryForAccess(null, () -> null) != null;
		return idle ? new CachePolicy(null, creation, null) : new CachePolicy(creation, null, null);
	}

}
