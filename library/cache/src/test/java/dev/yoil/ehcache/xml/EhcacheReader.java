package dev.yoil.ehcache.xml;

import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;

import dev.yoil.ehcache.policy.CachePolicy;
import org.assertj.core.groups.Tuple;
import org.ehcache.config.CacheConfiguration;
import org.ehcache.config.ResourcePools;
import org.ehcache.config.ResourceType;
import org.ehcache.config.SizedResourcePool;
import org.ehcache.config.units.EntryUnit;
import org.ehcache.config.units.MemoryUnit;
import org.ehcache.expiry.ExpiryPolicy;
import org.ehcache.impl.config.persistence.DefaultPersistenceConfiguration;
import org.ehcache.xml.XmlConfiguration;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.tuple;

/**
 * Reads cache configuration files with Ehcache itself.
 */
final class EhcacheReader {

	private EhcacheReader() {
	}

	static Document parse(String xml) throws Exception {
		DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
		factory.setNamespaceAware(true);
		factory.setIgnoringComments(true);
		return factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
	}

	/**
	 * Validates a document against the schemas of Ehcache and of our element.
	 */
	static void validate(Document document) throws Exception {
		SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
			.newSchema(new StreamSource[] { schema("/ehcache-core.xsd"), schema("/ehcache-107-ext.xsd"),
					schema("ehcache-policy.xsd") })
			.newValidator()
			.validate(new DOMSource(document));
	}

	private static StreamSource schema(String name) {
		return new StreamSource(EhcacheReader.class.getResourceAsStream(name));
	}

	/**
	 * Returns the name, the entries and the bytes of heap, the bytes off-heap, the bytes
	 * on disk and whether these are persistent, {@code null} where there is no such tier.
	 */
	static List<Tuple> tiers(Document document) {
		return configuration(document).getCacheConfigurations()
			.entrySet()
			.stream()
			.map((cache) -> tiers(cache.getKey(), cache.getValue().getResourcePools()))
			.toList();
	}

	private static Tuple tiers(String name, ResourcePools pools) {
		SizedResourcePool heap = pools.getPoolForResource(ResourceType.Core.HEAP);
		SizedResourcePool disk = pools.getPoolForResource(ResourceType.Core.DISK);
		boolean entries = heap.getUnit().equals(EntryUnit.ENTRIES);
		return tuple(name, entries ? heap.getSize() : null, entries ? null : bytes(heap),
				bytes(pools.getPoolForResource(ResourceType.Core.OFFHEAP)), bytes(disk),
				(disk != null) ? disk.isPersistent() : null);
	}

	private static @Nullable Long bytes(@Nullable SizedResourcePool pool) {
		return (pool != null) ? Long.valueOf(((MemoryUnit) pool.getUnit()).toBytes(pool.getSize())) : null;
	}

	/**
	 * Returns the directory of the disk tiers, {@code null} for none.
	 */
	static @Nullable String directory(Document document) {
		return configuration(document).getServiceCreationConfigurations()
			.stream()
			.filter(DefaultPersistenceConfiguration.class::isInstance)
			.map((service) -> ((DefaultPersistenceConfiguration) service).getRootDirectory().getPath())
			.findFirst()
			.orElse(null);
	}

	static List<Tuple> policies(Document document) {
		return configuration(document).getCacheConfigurations()
			.entrySet()
			.stream()
			.map((cache) -> tuple(cache.getKey(), policy(cache.getValue())))
			.toList();
	}

	@SuppressWarnings("unchecked") // the kinds of <expiry> look at neither key nor value
	private static CachePolicy policy(CacheConfiguration<?, ?> cache) {
		ExpiryPolicy<Object, Object> expiry = (ExpiryPolicy<Object, Object>) cache.getExpiryPolicy();
		Duration creation = expiry.getExpiryForCreation("", "");
		if (creation.equals(ExpiryPolicy.INFINITE)) {
			return CachePolicy.NO_EXPIRY;
		}
		boolean idle = expiry.getExpiryForAccess("", () -> "") != null;
		return idle ? new CachePolicy(null, creation, null) : new CachePolicy(creation, null, null);
	}

	/**
	 * Ehcache accepts neither our elements nor white space around a number.
	 */
	private static XmlConfiguration configuration(Document document) {
		Document plain = (Document) document.cloneNode(true);
		NodeList ours = plain.getElementsByTagNameNS(LocatedElement.OURS, "*");
		while (ours.getLength() > 0) {
			ours.item(0).getParentNode().removeChild(ours.item(0));
		}
		Stream.of("heap", "offheap", "disk", "ttl", "tti")
			.map((name) -> plain.getElementsByTagNameNS(LocatedElement.EHCACHE, name))
			.forEach(EhcacheReader::trim);
		return new XmlConfiguration(plain, EhcacheReader.class.getClassLoader());
	}

	private static void trim(NodeList numbers) {
		for (int i = 0; i < numbers.getLength(); i++) {
			Element number = (Element) numbers.item(i);
			number.setTextContent(number.getTextContent().strip());
		}
	}

}
