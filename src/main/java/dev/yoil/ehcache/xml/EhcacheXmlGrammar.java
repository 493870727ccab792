package dev.yoil.ehcache.xml;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.yoil.ehcache.policy.CachePolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Which elements, attributes and values a cache configuration file may have, and what the
 * values mean. Each refusal says where and what to write instead. Ehcache's own schema
 * refuses the same files, but in the terms of its specification, in the language of the
 * machine, and without a remedy; tests hold what is accepted here against it.
 */
final class EhcacheXmlGrammar {

	/** The namespace of Ehcache's own elements. */
	static final String EHCACHE = "http://www.ehcache.org/v3";

	/** The namespace of the elements that are ours. */
	static final String POLICY_NAMESPACE = "urn:yoil:ehcache-policy";

	/** The name of the element that says when entries expire. */
	static final String POLICY = "policy";

	/** The name of the element that says that an instance is one of several. */
	static final String CLUSTER = "cluster";

	private static final String ROOT = "<config xmlns=\"" + EHCACHE + "\" xmlns:y=\"" + POLICY_NAMESPACE + "\">";

	private static final String CACHE_ORDER = "Inside a cache or template write, in this order, <expiry>, <heap> or <resources>, <y:policy>.";

	private static final Map<String, Integer> PLACES_IN_CACHE = Map.of("expiry", 1, "heap", 2, "resources", 2, POLICY,
			3);

	/** What else Ehcache's schema has, and why it cannot be had. */
	private static final Map<String, String> UNSUPPORTED = Map.ofEntries(
			Map.entry("key-type", "Spring's cache abstraction takes keys of any type"),
			Map.entry("value-type", "Spring's cache abstraction takes values of any type"),
			Map.entry("eviction-advisor", "entries are evicted least recently used first"),
			Map.entry("loader-writer", "values are loaded by the annotated methods"),
			Map.entry("resilience", "a cache on the heap has no storage that could fail"),
			Map.entry("listeners", "what leaves a cache is shown by its inspection"),
			Map.entry("heap-store-settings", "the heap is counted in entries, not in bytes"),
			Map.entry("disk-store-settings", "entries are kept on the heap only"),
			Map.entry("offheap", "entries are kept on the heap only"),
			Map.entry("disk", "entries are kept on the heap only"),
			Map.entry("sharedHeap", "each cache has a heap of its own"),
			Map.entry("sharedOffheap", "entries are kept on the heap only"),
			Map.entry("default-serializers", "entries are kept on the heap only"),
			Map.entry("default-copiers", "values are handed out as they were stored"),
			Map.entry("persistence", "entries are kept on the heap only"),
			Map.entry("thread-pools", "no cache here uses threads of its own"),
			Map.entry("event-dispatch", "no cache here uses threads of its own"),
			Map.entry("write-behind", "no cache here uses threads of its own"),
			Map.entry("shared-resources", "each cache has a heap of its own"),
			Map.entry("heap-store", "the heap is counted in entries, not in bytes"),
			Map.entry("disk-store", "entries are kept on the heap only"));

	private static final Set<String> TIME_UNITS = new TreeSet<>(
			List.of("nanos", "micros", "millis", "seconds", "minutes", "hours", "days"));

	private static final Pattern NAME = Pattern.compile("(?!\\.+$)[A-Za-z0-9._-]{1,100}");

	private static final Pattern SYSTEM_PROPERTY = Pattern.compile("\\$\\{([^${}:]+)}");

	private EhcacheXmlGrammar() {
	}

	/**
	 * Checks a whole document.
	 * @param root its root element
	 * @throws EhcacheXmlException at the first element that may not stand as it does
	 */
	static void check(LocatedElement root) {
		if (!root.is(EHCACHE, "config") && root.name().equals("config")) {
			throw root.wrong("<" + root.tag() + "> is " + in(root) + " instead of \"" + EHCACHE + "\".",
					"Write " + ROOT + ".");
		}
		if (!root.is(EHCACHE, "config")) {
			throw root.wrong("the root element must be <config> in Ehcache's namespace, not <" + root.tag() + ">.",
					"Write " + ROOT + ".");
		}
		attributes(root, Set.of(), Set.of());
		noText(root);
		LocatedElement previous = null;
		for (LocatedElement child : root.children()) {
			if (child.is(EHCACHE, "service")) {
				if (previous != null) {
					throw child.wrong("<" + child.tag() + "> stands after <" + previous.tag() + ">.",
							"Write one <service>, and in front of all templates and caches.");
				}
				service(child);
			}
			else if (child.is(EHCACHE, "cache")) {
				attributes(child, Set.of("alias", "uses-template"), Set.of("alias"));
				name(child, "alias");
				cache(child);
			}
			else if (child.is(EHCACHE, "cache-template")) {
				attributes(child, Set.of("name"), Set.of("name"));
				name(child, "name");
				cache(child);
			}
			else {
				throw notAllowed(child, root, "Write <cache> and <cache-template> elements.");
			}
			previous = child;
		}
	}

	private static void service(LocatedElement service) {
		attributes(service, Set.of(), Set.of());
		noText(service);
		LocatedElement cluster = (service.children().size() == 1) ? service.children().get(0) : service;
		if (!cluster.is(POLICY_NAMESPACE, CLUSTER)) {
			throw cluster.wrong("<" + service.tag() + "> is there for one <y:cluster> and nothing else.",
					"Write <y:cluster lease=\"1s\" poll=\"250ms\"/> inside it, or remove it.");
		}
		attributes(cluster, ClusterAttributes.NAMES, Set.of());
		noText(cluster);
		for (LocatedElement child : cluster.children()) {
			if (!child.is(POLICY_NAMESPACE, ClusterAttributes.TIER)) {
				throw notAllowed(child, cluster, "Write <y:shared-tier url=\"redis://...\"/>, or nothing.");
			}
			attributes(child, ClusterAttributes.TIER_NAMES, Set.of("url"));
			noChildren(child);
			noText(child);
		}
		if (cluster.children().size() > 1) {
			throw cluster.children()
				.get(1)
				.wrong("there is a second <" + cluster.children().get(1).tag() + ">.", "Keep one of them.");
		}
		ClusterAttributes.of(cluster);
	}

	/**
	 * {@return what a document that was checked says of other instances; {@code null} if
	 * nothing}
	 */
	static @Nullable DeclaredCluster cluster(LocatedElement root) {
		LocatedElement service = root.child(EHCACHE, "service");
		return (service != null) ? ClusterAttributes.of(service.children().get(0)) : null;
	}

	/**
	 * Names are part of addresses, of which clients take {@code .} and {@code ..} out.
	 */
	private static void name(LocatedElement element, String attribute) {
		String name = element.attributes().getOrDefault(attribute, "");
		if (!NAME.matcher(name).matches()) {
			throw element.wrong(attribute + "=\"" + StringUtils.truncate(name, 60) + "\" cannot be used as a name.",
					"Use up to 100 letters, digits, dots, hyphens and underscores, and not only dots.");
		}
	}

	private static void cache(LocatedElement cache) {
		noText(cache);
		LocatedElement previous = null;
		int place = 0;
		for (LocatedElement child : cache.children()) {
			boolean policy = child.is(POLICY_NAMESPACE, POLICY);
			if (!policy && !(child.namespace().equals(EHCACHE) && isOneOf(child, "expiry", "heap", "resources"))) {
				throw notAllowed(child, cache, CACHE_ORDER);
			}
			int next = PLACES_IN_CACHE.getOrDefault(child.name(), 0);
			if (previous != null && next == place) {
				throw child.wrong(second(child, previous), "Keep one of them.");
			}
			if (previous != null && next < place) {
				throw child.wrong("<" + child.tag() + "> stands after <" + previous.tag() + ">.", CACHE_ORDER);
			}
			cacheChild(child);
			previous = child;
			place = next;
		}
	}

	private static String second(LocatedElement child, LocatedElement previous) {
		return child.name().equals(previous.name()) ? "there is a second <" + child.tag() + ">."
				: "there are both <" + previous.tag() + "> and <" + child.tag() + ">.";
	}

	private static void cacheChild(LocatedElement element) {
		switch (element.name()) {
			case "heap" -> heap(element);
			case "resources" -> resources(element);
			default -> policy(element);
		}
	}

	private static void resources(LocatedElement resources) {
		attributes(resources, Set.of(), Set.of());
		noText(resources);
		for (LocatedElement child : resources.children()) {
			if (!child.is(EHCACHE, "heap")) {
				throw notAllowed(child, resources, "Write <heap unit=\"entries\">1000</heap>.");
			}
			heap(child);
		}
		if (resources.children().size() != 1) {
			throw resources.wrong("<resources> must hold exactly one <heap>.",
					"Write <heap unit=\"entries\">1000</heap>.");
		}
	}

	/**
	 * Reads a {@code <heap>}.
	 * @return how many entries it holds
	 */
	static long heap(LocatedElement heap) {
		attributes(heap, Set.of("unit"), Set.of());
		noChildren(heap);
		String unit = heap.attributes().getOrDefault("unit", "entries");
		if (!unit.equals("entries")) {
			throw heap.wrong("unit=\"" + unit + "\" is not possible: the heap is counted in entries.",
					"Write unit=\"entries\" and the number of entries.");
		}
		return positiveNumber(heap, "<heap unit=\"entries\">1000</heap>");
	}

	/**
	 * Reads a {@code <policy>} or Ehcache's own {@code <expiry>}.
	 */
	static CachePolicy policy(LocatedElement element) {
		return element.name().equals(POLICY) ? ours(element) : expiry(element);
	}

	private static CachePolicy ours(LocatedElement policy) {
		attributes(policy, PolicyAttributes.NAMES, Set.of());
		noChildren(policy);
		noText(policy);
		PolicyAttributes.region(policy);
		PolicyAttributes.isGlobal(policy);
		return new PolicyAttributes(policy).policy();
	}

	private static CachePolicy expiry(LocatedElement expiry) {
		attributes(expiry, Set.of(), Set.of());
		noText(expiry);
		String remedy = "Write a <y:policy> instead, or one of <ttl unit=\"seconds\">200</ttl>, <tti unit=\"seconds\">200</tti> and <none/>.";
		for (LocatedElement child : expiry.children()) {
			if (!child.namespace().equals(EHCACHE) || !isOneOf(child, "ttl", "tti", "none")) {
				throw child.wrong("<" + child.tag() + "> is not possible inside <expiry>.", remedy);
			}
		}
		if (expiry.children().size() != 1) {
			throw expiry.wrong("<expiry> must hold exactly one element.", remedy);
		}
		LocatedElement limit = expiry.children().get(0);
		noChildren(limit);
		if (limit.name().equals("none")) {
			attributes(limit, Set.of(), Set.of());
			noText(limit);
			return CachePolicy.NO_EXPIRY;
		}
		Duration duration = duration(limit);
		return limit.name().equals("ttl") ? new CachePolicy(duration, null, null)
				: new CachePolicy(null, duration, null);
	}

	private static Duration duration(LocatedElement limit) {
		attributes(limit, Set.of("unit"), Set.of());
		String unit = limit.attributes().getOrDefault("unit", "seconds");
		if (!TIME_UNITS.contains(unit)) {
			throw limit.wrong("unit=\"" + unit + "\" is not a unit of time.",
					"Write one of " + String.join(", ", TIME_UNITS) + ".");
		}
		long number = positiveNumber(limit, "<" + limit.name() + " unit=\"seconds\">200</" + limit.name() + ">");
		Duration duration = Duration.of(number, ChronoUnit.valueOf(unit.toUpperCase(Locale.ROOT)));
		if (PolicyAttributes.isTooFine(duration) || PolicyAttributes.isTooLong(duration)) {
			throw limit.wrong(number + " " + unit + " is not a whole number of milliseconds up to 100 years.",
					"Write a <y:policy> instead, or <none/> for no limit.");
		}
		return duration;
	}

	private static long positiveNumber(LocatedElement element, String example) {
		String text = element.text();
		Matcher property = SYSTEM_PROPERTY.matcher(text);
		if (property.matches()) {
			String value = System.getProperty(property.group(1));
			if (value == null) {
				throw element.wrong("the system property of " + text + " is not set.",
						"Start with -D" + property.group(1) + "=1000, or write " + example + ".");
			}
			text = value.strip();
		}
		if (!text.matches("\\+?0*[1-9][0-9]{0,8}")) {
			throw element.wrong(
					"\"" + text + "\" in <" + element.tag() + "> is not a whole number from 1 to 999999999.",
					"Write for example " + example + ".");
		}
		return Long.parseLong(text);
	}

	private static void attributes(LocatedElement element, Set<String> allowed, Set<String> required) {
		for (String name : element.foreignAttributes()) {
			throw element.wrong("attribute '" + name + "' is in a namespace of its own and would have no effect.",
					"Write it without a prefix, or remove it.");
		}
		for (String name : element.attributes().keySet()) {
			if (!allowed.contains(name)) {
				throw element.wrong("attribute '" + name + "' is not known on <" + element.tag() + ">.",
						allowed.isEmpty() ? "Remove it."
								: "Use " + String.join(", ", new TreeSet<>(allowed)) + ", or remove it.");
			}
		}
		for (String name : required) {
			if (element.attributes().getOrDefault(name, "").isBlank()) {
				throw element.wrong("<" + element.tag() + "> has no " + name + ".",
						"Write <" + element.tag() + " " + name + "=\"...\">.");
			}
		}
	}

	private static void noChildren(LocatedElement element) {
		for (LocatedElement child : element.children()) {
			throw child.wrong("<" + child.tag() + "> may not stand inside <" + element.tag() + ">.", "Remove it.");
		}
	}

	private static void noText(LocatedElement element) {
		if (!element.text().isEmpty()) {
			throw element.wrong("<" + element.tag() + "> holds the text \"" + element.text() + "\".", "Remove it.");
		}
	}

	private static EhcacheXmlException notAllowed(LocatedElement child, LocatedElement parent, String remedy) {
		String reason = child.namespace().equals(EHCACHE) ? UNSUPPORTED.get(child.name()) : null;
		if (child.name().equals(POLICY) && !child.namespace().equals(POLICY_NAMESPACE)) {
			return child.wrong("<" + child.tag() + "> is " + in(child) + " instead of \"" + POLICY_NAMESPACE + "\".",
					"Write <y:policy> and, in <config>, xmlns:y=\"" + POLICY_NAMESPACE + "\".");
		}
		return (reason != null)
				? child.wrong("<" + child.tag() + "> is not supported here: " + reason + ".", "Remove it.")
				: child.wrong("<" + child.tag() + "> is not known inside <" + parent.tag() + ">.", remedy);
	}

	private static String in(LocatedElement element) {
		return element.namespace().isEmpty() ? "in no namespace" : "in namespace \"" + element.namespace() + "\"";
	}

	private static boolean isOneOf(LocatedElement element, String... names) {
		return List.of(names).contains(element.name());
	}

}
