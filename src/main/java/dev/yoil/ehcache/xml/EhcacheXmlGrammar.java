package dev.yoil.ehcache.xml;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import dev.yoil.ehcache.policy.CachePolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Which elements, attributes and values a cache configuration file may have. Each mistake
 * says where and what to write instead. Ehcache's own schema refuses the same files, but
 * in the terms of its specification, in the language of the machine, and without a
 * remedy; tests hold what is accepted here against it.
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

	/** What the root element has to look like. */
	static final String ROOT = "<config xmlns=\"" + EHCACHE + "\" xmlns:y=\"" + POLICY_NAMESPACE + "\">";

	private static final String CACHE_ORDER = "Inside a cache or template write, in this order, <key-type>, "
			+ "<value-type>, <expiry>, <listeners>, <heap> or <resources>, <y:policy>.";

	private static final Map<String, Integer> PLACES_IN_CACHE = Map.of("key-type", 1, "value-type", 2, "expiry", 3,
			"listeners", 4, "heap", 5, "resources", 5, POLICY, 6);

	private static final Map<String, Integer> PLACES_IN_LISTENER = Map.of("class", 1, "event-firing-mode", 2,
			"event-ordering-mode", 3, "events-to-fire-on", 4);

	/** Who runs what, which changes nothing of it. */
	private static final Set<String> THREADS = Set.of("thread-pools", "event-dispatch", "write-behind", "disk-store");

	private static final Pattern NAME = Pattern.compile("(?!\\.+$)[A-Za-z0-9._-]{1,100}");

	private final Mistakes mistakes;

	EhcacheXmlGrammar(Mistakes mistakes) {
		this.mistakes = mistakes;
	}

	/**
	 * Checks a whole document.
	 * @param root its root element
	 * @throws EhcacheXmlException if that is of another kind of file; other mistakes are
	 * gathered
	 */
	void check(LocatedElement root) {
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
		LocatedElement cluster = null;
		LocatedElement cache = null;
		for (LocatedElement child : root.children()) {
			if (child.is(EHCACHE, "service")) {
				if (cache != null) {
					wrong(child, "<" + child.tag() + "> stands after <" + cache.tag() + ">.",
							"Write it in front of all templates and caches.");
				}
				cluster = service(child, cluster);
			}
			else if (child.is(EHCACHE, "cache")) {
				attributes(child, Set.of("alias", "uses-template"), Set.of("alias"));
				name(child, "alias");
				cache(child);
				cache = child;
			}
			else if (child.is(EHCACHE, "cache-template")) {
				attributes(child, Set.of("name"), Set.of("name"));
				name(child, "name");
				cache(child);
				cache = child;
			}
			else if (child.namespace().equals(EHCACHE) && THREADS.contains(child.name())) {
				this.mistakes.ignore(child, "<" + child.tag() + ">");
			}
			else {
				notAllowed(child, root, "Write <cache> and <cache-template> elements.");
			}
		}
	}

	/**
	 * Checks a {@code <service>}.
	 * @param previous the cluster that another one declares; {@code null} if none does
	 * @return the cluster that is declared now, likewise
	 */
	private @Nullable LocatedElement service(LocatedElement service, @Nullable LocatedElement previous) {
		attributes(service, Set.of(), Set.of());
		noText(service);
		boolean one = service.children().size() == 1;
		LocatedElement inside = one ? service.children().get(0) : service;
		if (inside.is(JCacheDefaults.NAMESPACE, "defaults")) {
			return previous;
		}
		if (!inside.is(POLICY_NAMESPACE, CLUSTER)) {
			wrong(service,
					one ? "<" + inside.tag() + "> is a service that is not supported here."
							: "<" + service.tag() + "> is there for one <y:cluster> and nothing else.",
					(one && !inside.name().equals(CLUSTER)) ? "Remove it." : "Write <y:cluster lease=\"1s\" "
							+ "poll=\"250ms\"/> inside <" + service.tag() + ">, or remove it.");
			return previous;
		}
		if (previous != null) {
			wrong(inside, "there is a second <" + inside.tag() + ">.", "Keep one of them.");
		}
		attributes(inside, ClusterAttributes.NAMES, Set.of());
		noText(inside);
		List.of("lease", "poll").forEach((name) -> duration(inside, name));
		for (LocatedElement child : inside.children()) {
			if (child.is(POLICY_NAMESPACE, ClusterAttributes.TIER)) {
				attributes(child, ClusterAttributes.TIER_NAMES, Set.of("url"));
				noChildren(child);
				noText(child);
				List.of("timeout", "retry-after").forEach((name) -> duration(child, name));
			}
			else {
				notAllowed(child, inside, "Write <y:shared-tier url=\"redis://...\"/>, or nothing.");
			}
		}
		if (inside.children().size() > 1) {
			LocatedElement second = inside.children().get(1);
			wrong(second, "there is a second <" + second.tag() + ">.", "Keep one of them.");
		}
		return inside;
	}

	private void duration(LocatedElement element, String attribute) {
		this.mistakes.attempt(() -> PolicyAttributes.duration(element, attribute));
	}

	/**
	 * {@return the element by which a document says that there are other instances;
	 * {@code null} if it does not}
	 */
	static @Nullable LocatedElement cluster(LocatedElement root) {
		for (LocatedElement service : root.children()) {
			LocatedElement cluster = service.child(POLICY_NAMESPACE, CLUSTER);
			if (cluster != null) {
				return cluster;
			}
		}
		return null;
	}

	/**
	 * Names are part of addresses, of which clients take {@code .} and {@code ..} out.
	 */
	private void name(LocatedElement element, String attribute) {
		String name = element.attributes().getOrDefault(attribute, "");
		if (!name.isBlank() && !NAME.matcher(name).matches()) {
			wrong(element, attribute + "=\"" + StringUtils.truncate(name, 60) + "\" cannot be used as a name.",
					"Use up to 100 letters, digits, dots, hyphens and underscores, and not only dots.");
		}
	}

	private void cache(LocatedElement cache) {
		noText(cache);
		LocatedElement previous = null;
		int place = 0;
		for (LocatedElement child : cache.children()) {
			if (child.is(JCacheDefaults.NAMESPACE, "mbeans")) {
				this.mistakes.ignore(child, "<" + child.tag() + ">");
				continue;
			}
			boolean known = child.name().equals(POLICY) ? child.is(POLICY_NAMESPACE, POLICY)
					: child.namespace().equals(EHCACHE) && PLACES_IN_CACHE.containsKey(child.name());
			if (!known) {
				notAllowed(child, cache, CACHE_ORDER);
				continue;
			}
			int next = PLACES_IN_CACHE.getOrDefault(child.name(), 0);
			if (previous != null && next == place) {
				wrong(child, second(child, previous), "Keep one of them.");
			}
			if (previous != null && next < place) {
				wrong(child, "<" + child.tag() + "> stands after <" + previous.tag() + ">.", CACHE_ORDER);
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

	private void cacheChild(LocatedElement element) {
		switch (element.name()) {
			case "heap" -> heap(element);
			case "resources" -> resources(element);
			case "expiry" -> expiry(element);
			case "listeners" -> listeners(element);
			case POLICY -> ours(element);
			default -> type(element);
		}
	}

	private void type(LocatedElement type) {
		noChildren(type);
		attributes(type, Set.of("serializer", "copier"), Set.of());
		for (String name : List.of("serializer", "copier")) {
			if (type.attributes().containsKey(name)) {
				wrong(type, "attribute '" + name + "' of <" + type.tag()
						+ "> is not supported here: values are kept on the heap as they are.", "Remove it.");
			}
		}
		this.mistakes.attempt(() -> CacheElements.type(type));
	}

	private void resources(LocatedElement resources) {
		attributes(resources, Set.of(), Set.of());
		noText(resources);
		List<LocatedElement> heaps = resources.children()
			.stream()
			.filter((child) -> child.is(EHCACHE, "heap"))
			.toList();
		heaps.forEach(this::heap);
		for (LocatedElement child : resources.children()) {
			if (!heaps.contains(child)) {
				notAllowed(child, resources, "Write " + CacheElements.HEAP + ".");
			}
		}
		if (heaps.size() != 1) {
			wrong(resources, "<resources> must hold exactly one <heap>.", "Write " + CacheElements.HEAP + ".");
		}
	}

	private void heap(LocatedElement heap) {
		attributes(heap, Set.of("unit"), Set.of());
		noChildren(heap);
		this.mistakes.attempt(() -> CacheElements.size(heap));
		this.mistakes.attempt(() -> CacheElements.entries(heap));
		this.mistakes.attempt(() -> CacheElements.bytes(heap));
	}

	private void ours(LocatedElement policy) {
		attributes(policy, PolicyAttributes.NAMES, Set.of());
		noChildren(policy);
		noText(policy);
		PolicyAttributes.check(policy, this.mistakes);
	}

	private void expiry(LocatedElement expiry) {
		attributes(expiry, Set.of(), Set.of());
		noText(expiry);
		String remedy = "Write a <y:policy> instead, or one of <ttl unit=\"seconds\">200</ttl>, <tti unit=\"seconds\">200</tti> and <none/>.";
		for (LocatedElement child : expiry.children()) {
			if (child.is(EHCACHE, "class")) {
				wrong(child, "<" + child.tag() + "> is not possible inside <expiry>: when an entry expires "
						+ "has to be known before, and no class is asked.", remedy);
			}
			else if (!child.namespace().equals(EHCACHE) || !List.of("ttl", "tti", "none").contains(child.name())) {
				wrong(child, "<" + child.tag() + "> is not possible inside <expiry>.", remedy);
			}
			else {
				noChildren(child);
				attributes(child, child.name().equals("none") ? Set.of() : Set.of("unit"), Set.of());
				if (child.name().equals("none")) {
					noText(child);
				}
				else {
					this.mistakes.attempt(() -> CacheElements.time(child));
				}
			}
		}
		if (expiry.children().size() != 1) {
			wrong(expiry, "<expiry> must hold exactly one element.", remedy);
		}
		else if (!expiry.children().get(0).name().equals("class")) {
			this.mistakes.attempt(() -> CacheElements.expiry(expiry));
		}
	}

	/**
	 * Reads a {@code <policy>} or Ehcache's own {@code <expiry>}.
	 */
	static CachePolicy policy(LocatedElement element) {
		return element.name().equals(POLICY) ? new PolicyAttributes(element).policy() : CacheElements.expiry(element);
	}

	private void listeners(LocatedElement listeners) {
		attributes(listeners, Set.of("dispatcher-thread-pool"), Set.of());
		noText(listeners);
		if (listeners.attributes().containsKey("dispatcher-thread-pool")) {
			this.mistakes.ignore(listeners, "dispatcher-thread-pool");
		}
		for (LocatedElement child : listeners.children()) {
			if (child.is(EHCACHE, "listener")) {
				listener(child);
			}
			else {
				notAllowed(child, listeners, "Write <listener> elements.");
			}
		}
	}

	private void listener(LocatedElement listener) {
		String order = "Inside a listener write, in this order, <class>, <event-firing-mode>, <event-ordering-mode> and "
				+ "at least one <events-to-fire-on>.";
		attributes(listener, Set.of(), Set.of());
		noText(listener);
		int place = 0;
		boolean right = true;
		for (LocatedElement child : listener.children()) {
			attributes(child, Set.of(), Set.of());
			noChildren(child);
			int next = child.namespace().equals(EHCACHE) ? PLACES_IN_LISTENER.getOrDefault(child.name(), 0) : 0;
			right &= next == place + 1 || (next == place && next == PLACES_IN_LISTENER.size());
			place = next;
		}
		if (!right || place != PLACES_IN_LISTENER.size()) {
			wrong(listener, "<" + listener.tag() + "> has not the elements that it must have.", order);
			return;
		}
		this.mistakes.attempt(() -> CacheElements.listener(listener));
	}

	private void attributes(LocatedElement element, Set<String> allowed, Set<String> required) {
		for (String name : element.foreignAttributes()) {
			wrong(element, "attribute '" + name + "' is in a namespace of its own and would have no effect.",
					"Write it without a prefix, or remove it.");
		}
		for (String name : element.attributes().keySet()) {
			if (!allowed.contains(name)) {
				wrong(element, "attribute '" + name + "' is not known on <" + element.tag() + ">.", allowed.isEmpty()
						? "Remove it." : "Use " + String.join(", ", new TreeSet<>(allowed)) + ", or remove it.");
			}
		}
		for (String name : required) {
			if (element.attributes().getOrDefault(name, "").isBlank()) {
				wrong(element, "<" + element.tag() + "> has no " + name + ".",
						"Write <" + element.tag() + " " + name + "=\"...\">.");
			}
		}
	}

	private void noChildren(LocatedElement element) {
		for (LocatedElement child : element.children()) {
			wrong(child, "<" + child.tag() + "> may not stand inside <" + element.tag() + ">.", "Remove it.");
		}
	}

	private void noText(LocatedElement element) {
		if (!element.text().isEmpty()) {
			wrong(element, "<" + element.tag() + "> holds the text \"" + element.text() + "\".", "Remove it.");
		}
	}

	private void notAllowed(LocatedElement child, LocatedElement parent, String remedy) {
		String reason = Unsupported.reason(child);
		if (reason != null) {
			wrong(child, "<" + child.tag() + "> is not supported here: " + reason + ".", Unsupported.remedy(child));
		}
		else if (child.name().equals(POLICY) && !child.namespace().equals(POLICY_NAMESPACE)) {
			wrong(child, "<" + child.tag() + "> is " + in(child) + " instead of \"" + POLICY_NAMESPACE + "\".",
					"Write <y:policy> and, in <config>, xmlns:y=\"" + POLICY_NAMESPACE + "\".");
		}
		else {
			wrong(child, "<" + child.tag() + "> is not known inside <" + parent.tag() + ">.", remedy);
		}
	}

	private void wrong(LocatedElement element, String problem, String remedy) {
		this.mistakes.add(element, problem, remedy);
	}

	private static String in(LocatedElement element) {
		return element.namespace().isEmpty() ? "in no namespace" : "in namespace \"" + element.namespace() + "\"";
	}

}
