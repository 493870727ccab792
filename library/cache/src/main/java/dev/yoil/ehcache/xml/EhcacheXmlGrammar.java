package dev.yoil.ehcache.xml;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.ehcache.policy.CachePolicy;
import org.ehcache.event.EventFiring;
import org.ehcache.event.EventOrdering;
import org.ehcache.event.EventType;

/**
 * The table of all elements of a cache configuration file, with a row for each kind. A
 * schema validator rejects the same files, but its messages are in the terms of XML
 * Schema, in the language of the machine, and without a fix. Tests compare the files that
 * are accepted here with Ehcache's schema.
 */
final class EhcacheXmlGrammar {

	/** The start tag of the root element. */
	static final String ROOT = "<config xmlns=\"" + LocatedElement.EHCACHE + "\" xmlns:y=\"" + LocatedElement.OURS
			+ "\">";

	/** An example of a heap. */
	static final String HEAP = "<heap unit=\"entries\">1000</heap>";

	/** An example of an off-heap tier. */
	static final String OFF_HEAP = "<offheap unit=\"MB\">64</offheap>";

	/** An example of a disk tier. */
	static final String DISK = "<disk unit=\"GB\">1</disk>";

	private static final String OWN_TIERS = "each cache has its own tiers";

	private static final String OWN_FORMAT = "tiers store values as JSON or through a ValueCodec bean";

	private static final String NO_COPY = "values are not copied";

	private static final Map<String, ElementRule> TABLE = Stream.of(
			row("config", "service* persistence? heap-store? cache|cache-template*")
				.remedy("Write <service> elements first, then <persistence>, then <heap-store>, then <cache> and "
						+ "<cache-template> elements.")
				.ignores("thread-pools", "event-dispatch", "write-behind", "disk-store")
				.refuses(OWN_FORMAT, "default-serializers")
				.refuses(NO_COPY, "default-copiers")
				.refuses(OWN_TIERS, "shared-resources"),
			row("service", "y:cluster|jsr107:defaults")
				.remedy("Write <y:cluster lease=\"1s\" poll=\"250ms\"/>, or remove <service>."),
			row("jsr107:defaults", "jsr107:cache*").ignores("@default-template", "@jsr-107-compliant-atomics",
					"@enable-management", "@enable-statistics"),
			row("jsr107:cache", "").attributes("name", "template")
				.means((cache) -> ElementValues.isMissing(cache, "name")),
			row("y:cluster", "y:shared-tier?").remedy("Write <y:shared-tier url=\"redis://...\"/>, or nothing.")
				.attributes("lease", "poll")
				.means(ElementValues::cluster),
			row("y:shared-tier", "").attributes("url", "prefix", "timeout", "retry-after").means(ElementValues::tier),
			row("persistence", "").attributes("directory").means(ElementValues::directory),
			cache("cache", "").attributes("alias", "uses-template")
				.means((cache) -> ElementValues.isMissing(cache, "alias")),
			cache("cache-template", " y:caches?").attributes("name")
				.means((template) -> ElementValues.isMissing(template, "name")),
			type("key-type"), type("value-type"),
			row("expiry", "ttl|tti|none")
				.remedy("Write a <y:policy> instead, or one of <ttl unit=\"seconds\">200</ttl>, "
						+ "<tti unit=\"seconds\">200</tti> and <none/>.")
				.refuses("the expiry of an entry must be known in advance", "class"),
			limit("ttl"), limit("tti"), row("none", ""),
			row("listeners", "listener*").remedy("Write <listener> elements.").ignores("@dispatcher-thread-pool"),
			row("listener", "class event-firing-mode event-ordering-mode events-to-fire-on+")
				.remedy("Inside a listener write, in this order, <class>, <event-firing-mode>, "
						+ "<event-ordering-mode> and at least one <events-to-fire-on>."),
			text("class").means(ElementValues::listenerType),
			text("event-firing-mode").means((mode) -> ElementValues.constant(mode, EventFiring.class)),
			text("event-ordering-mode").means((mode) -> ElementValues.constant(mode, EventOrdering.class)),
			text("events-to-fire-on").means((event) -> ElementValues.constant(event, EventType.class)),
			row("resources", "heap offheap? disk?").inAnyOrder()
				.remedy("Write " + HEAP + ", optionally with " + OFF_HEAP + " and " + DISK + ".")
				.refuses(OWN_TIERS, "sharedHeap", "sharedOffheap", "sharedDisk")
				.means(TierSizes::check),
			text("heap").attributes("unit").means(TierSizes::heap),
			text("offheap").attributes("unit").means(TierSizes::offHeap),
			text("disk").attributes("unit", "persistent").means(TierSizes::disk), valueLimits("heap-store"),
			valueLimits("heap-store-settings"), text("max-object-graph-size").means(TierSizes::mostObjects),
			text("max-object-size").attributes("unit").means(TierSizes::mostBytes),
			row("y:policy", "").attributes(CachePolicy.NO_EXPIRY.attributes().keySet().toArray(String[]::new))
				.attributes("zone", "eviction", "region", "depends", "scope")
				.means(ElementValues::policy),
			row("y:caches", "").attributes("pattern", "max").means(ElementValues::most))
		.collect(Collectors.toMap(ElementRule::kind, (rule) -> rule));

	private EhcacheXmlGrammar() {
	}

	private static ElementRule row(String kind, String content) {
		return new ElementRule(kind, content);
	}

	private static ElementRule text(String kind) {
		return row(kind, ElementRule.TEXT);
	}

	private static ElementRule limit(String kind) {
		return text(kind).attributes("unit").means(ElementValues::limit);
	}

	private static ElementRule valueLimits(String kind) {
		return row(kind, "max-object-graph-size? max-object-size?")
			.remedy("Write <max-object-graph-size>, then <max-object-size>.");
	}

	private static ElementRule type(String kind) {
		return text(kind).refuses(OWN_FORMAT, "@serializer").refuses(NO_COPY, "@copier").means(ElementValues::type);
	}

	private static ElementRule cache(String kind, String more) {
		return row(kind,
				"key-type? value-type? expiry? listeners? heap|resources? heap-store-settings? y:policy?" + more)
			.remedy("Inside a cache or template write, in this order, <key-type>, <value-type>, <expiry>, <listeners>, "
					+ "<heap> or <resources>, <heap-store-settings>, <y:policy>.")
			.ignores("jsr107:mbeans", "disk-store-settings")
			.refuses("the eviction is always LRU", "eviction-advisor")
			.refuses("methods with @Cacheable load the values", "loader-writer")
			.refuses("the handling of a failed tier cannot be changed", "resilience");
	}

	/**
	 * Reports the errors of all elements of a document.
	 * @throws EhcacheXmlException if the root element is of another kind
	 */
	static void check(LocatedElement root) {
		if (!root.kind().equals("config")) {
			throw root.fatal("the root element must be <config> in namespace \"" + LocatedElement.EHCACHE + "\", not <"
					+ root.tag() + ">" + (root.namespace().isEmpty() ? " without a namespace."
							: " in namespace \"" + root.namespace() + "\"."),
					"Write " + ROOT + ".");
		}
		Objects.requireNonNull(TABLE.get(root.kind())).check(root, TABLE);
	}

}
