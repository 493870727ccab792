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
 * The table of what a cache configuration file may hold: a row for each kind of element,
 * with its children, its attributes and what each of them means. Ehcache's own schema
 * refuses the same files, but in the terms of its specification, in the language of the
 * machine, and without a remedy; tests hold what is accepted here against it.
 */
final class EhcacheXmlGrammar {

	/** What the root element has to look like. */
	static final String ROOT = "<config xmlns=\"" + LocatedElement.EHCACHE + "\" xmlns:y=\"" + LocatedElement.OURS
			+ "\">";

	/** The line to write for a heap when nothing else is known. */
	static final String HEAP = "<heap unit=\"entries\">1000</heap>";

	private static final String HEAP_ONLY = "entries are kept on the heap only";

	private static final String OWN_HEAP = "each cache has a heap of its own";

	private static final String AS_STORED = "values are handed out as they were stored";

	private static final String COUNTED = "all that a value refers to is counted, 10,000 objects at most";

	private static final String NO_NAME = "cannot be used as a name.";

	private static final Map<String, ElementRule> TABLE = Stream.of(
			row("config", "service* cache|cache-template*")
				.remedy("Write <cache> and <cache-template> elements, and <service> in front of all of them.")
				.ignores("thread-pools", "event-dispatch", "write-behind", "disk-store")
				.refuses(HEAP_ONLY, "default-serializers", "persistence")
				.refuses(AS_STORED, "default-copiers")
				.refuses(OWN_HEAP, "shared-resources")
				.refuses(COUNTED, "heap-store"),
			row("service", "y:cluster|jsr107:defaults")
				.remedy("Write <y:cluster lease=\"1s\" poll=\"250ms\"/>, or remove <service>."),
			row("jsr107:defaults", "jsr107:cache*").ignores("@default-template", "@jsr-107-compliant-atomics",
					"@enable-management", "@enable-statistics"),
			row("jsr107:cache", "").allows(ElementValues::name, "name").allows(ElementValues::any, "template"),
			row("y:cluster", "y:shared-tier?").remedy("Write <y:shared-tier url=\"redis://...\"/>, or nothing.")
				.allows(ElementValues::duration, "lease", "poll")
				.means(ElementValues::cluster),
			row("y:shared-tier", "").allows(ElementValues::required, "url")
				.allows(ElementValues.matching("[A-Za-z0-9._-]{1,100}", NO_NAME,
						"Use up to 100 letters, digits, dots, hyphens and underscores."), "prefix")
				.allows(ElementValues::timeout, "timeout")
				.allows(ElementValues::duration, "retry-after"),
			cache("cache").allows(ElementValues::name, "alias").allows(ElementValues::any, "uses-template"),
			cache("cache-template").allows(ElementValues::name, "name"), type("key-type"), type("value-type"),
			row("expiry", "ttl|tti|none")
				.remedy("Write a <y:policy> instead, or one of <ttl unit=\"seconds\">200</ttl>, "
						+ "<tti unit=\"seconds\">200</tti> and <none/>.")
				.refuses("when an entry expires has to be known before, and no class is asked", "class"),
			limit("ttl"), limit("tti"), row("none", ""),
			row("listeners", "listener*").remedy("Write <listener> elements.").ignores("@dispatcher-thread-pool"),
			row("listener", "class event-firing-mode event-ordering-mode events-to-fire-on+")
				.remedy("Inside a listener write, in this order, <class>, <event-firing-mode>, "
						+ "<event-ordering-mode> and at least one <events-to-fire-on>."),
			text("class").means(ElementValues::listenerType),
			text("event-firing-mode").means((mode) -> ElementValues.constant(mode, EventFiring.class)),
			text("event-ordering-mode").means((mode) -> ElementValues.constant(mode, EventOrdering.class)),
			text("events-to-fire-on").means((event) -> ElementValues.constant(event, EventType.class)),
			row("resources", "heap").remedy("Write " + HEAP + " alone, with as many entries as the cache should hold.")
				.refuses(HEAP_ONLY, "offheap", "disk", "sharedOffheap", "sharedDisk")
				.refuses(OWN_HEAP, "sharedHeap"),
			text("heap")
				.allows(ElementValues.oneOf(ElementValues.HEAP_UNITS, "is neither entries nor a unit of memory."),
						"unit")
				.means(ElementValues::bytes),
			row("y:policy", "")
				.allows(ElementValues::duration, "ttl", "tti", "refresh-after", "stale-if-error", "load-timeout")
				.allows(ElementValues::until, "until")
				.allows(ElementValues::zone, "zone")
				.allows(ElementValues.matching(CachePolicy.EVICTION,
						"cannot be honoured: Ehcache 3 evicts the least recently used entries and nothing else.",
						"Write eviction=\"LRU\" or leave the attribute out."), "eviction")
				.allows(ElementValues.matching("[A-Za-z0-9._/-]{1,100}", NO_NAME,
						"Use up to 100 letters, digits, dots, hyphens, underscores and slashes."), "region")
				.allows(ElementValues.matching("LOCAL|GLOBAL",
						"is neither LOCAL, each instance for itself, nor GLOBAL, shared by all of them.",
						"Write scope=\"GLOBAL\", or leave the attribute out."), "scope")
				.means(ElementValues::policy))
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
		return text(kind).allows(ElementValues.oneOf(ElementValues.TIME_UNITS, "is not a unit of time."), "unit")
			.means(ElementValues::limit);
	}

	private static ElementRule type(String kind) {
		return text(kind).refuses("values are kept on the heap as they are", "@serializer", "@copier")
			.means(ElementValues::type);
	}

	private static ElementRule cache(String kind) {
		return row(kind, "key-type? value-type? expiry? listeners? heap|resources? y:policy?")
			.remedy("Inside a cache or template write, in this order, <key-type>, <value-type>, <expiry>, <listeners>, "
					+ "<heap> or <resources>, <y:policy>.")
			.ignores("jsr107:mbeans")
			.refuses("entries are evicted least recently used first, and no class is asked", "eviction-advisor")
			.refuses("values are loaded by the methods that are annotated with @Cacheable", "loader-writer")
			.refuses("a cache on the heap has no storage that could fail", "resilience")
			.refuses(COUNTED, "heap-store-settings")
			.refuses(HEAP_ONLY, "disk-store-settings", "offheap", "disk", "persistence");
	}

	/**
	 * Checks a whole document.
	 * @throws EhcacheXmlException if it is of another kind; other mistakes are gathered
	 */
	static void check(LocatedElement root, Mistakes mistakes) {
		if (!root.kind().equals("config")) {
			throw root.wrong(
					root.name().equals("config")
							? "<" + root.tag() + "> is " + root.in() + " instead of \"" + LocatedElement.EHCACHE + "\"."
							: "the root element must be <config> in Ehcache's namespace, not <" + root.tag() + ">.",
					"Write " + ROOT + ".");
		}
		Objects.requireNonNull(TABLE.get(root.kind())).check(root, TABLE, mistakes);
	}

}
