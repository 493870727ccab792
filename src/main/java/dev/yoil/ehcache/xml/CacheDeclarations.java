package dev.yoil.ehcache.xml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.yoil.ehcache.policy.CachePolicy;
import org.jspecify.annotations.Nullable;

/**
 * The caches and templates of a cache configuration file put together, after its elements
 * were checked one by one. Like Ehcache, a cache takes each element that it does not have
 * itself, as a whole, from its template.
 */
final class CacheDeclarations {

	private final Map<String, LocatedElement> templates = new LinkedHashMap<>();

	private final Map<String, LocatedElement> caches = new LinkedHashMap<>();

	private final List<LocatedElement> clusters;

	private final Mistakes mistakes;

	CacheDeclarations(LocatedElement root, Mistakes mistakes) {
		this.mistakes = mistakes;
		this.clusters = root.children("service").flatMap((service) -> service.children("y:cluster")).toList();
		this.clusters.stream()
			.skip(1)
			.forEach(
					(second) -> mistakes.add(second, "there is a second <" + second.tag() + ">.", "Keep one of them."));
		root.children("cache-template").forEach((template) -> declare(template, this.templates, "name"));
		root.children("cache").forEach((cache) -> declare(cache, this.caches, "alias"));
		root.children("service")
			.flatMap((service) -> service.children("jsr107:defaults"))
			.flatMap((defaults) -> defaults.children("jsr107:cache"))
			.forEach(this::declareOfJCache);
	}

	/**
	 * Adds a cache that JCache would make of its template when an application asks for
	 * it. A {@code <cache>} of the same name takes precedence, as it does in JCache.
	 */
	private void declareOfJCache(LocatedElement cache) {
		LocatedElement own = this.caches.get(cache.attributes().getOrDefault("name", ""));
		if (own != null && own.kind().equals("cache")) {
			this.mistakes.ignore(cache, "<" + cache.tag() + ">");
		}
		else {
			declare(cache, this.caches, "name");
		}
	}

	private void declare(LocatedElement element, Map<String, LocatedElement> known, String attribute) {
		String name = element.attributes().getOrDefault(attribute, "");
		LocatedElement first = known.putIfAbsent(name, element);
		if (first != null && !name.isBlank()) {
			this.mistakes.add(element, "there is a second <" + element.tag() + "> named '" + name
					+ "'; the first is in line " + first.line() + ".", "Rename or remove one of them.");
		}
	}

	/**
	 * {@return that the instance is one of several; {@code null} if it is not, or if
	 * there is a mistake}
	 */
	@Nullable DeclaredCluster cluster() {
		return this.clusters.isEmpty() ? null
				: this.mistakes.attempt(() -> ElementValues.cluster(this.clusters.get(0)));
	}

	/**
	 * {@return the caches, in the order of the file, if there is no mistake}
	 */
	List<DeclaredCache> caches() {
		this.templates.values().forEach((template) -> this.mistakes.check(() -> oneExpiry(template, null)));
		return this.caches.entrySet()
			.stream()
			.map((cache) -> this.mistakes.attempt(() -> cache(cache.getKey(), cache.getValue())))
			.filter(Objects::nonNull)
			.toList();
	}

	private @Nullable DeclaredCache cache(String alias, LocatedElement cache) {
		LocatedElement template = template(alias, cache);
		LocatedElement policy = oneExpiry(cache, template);
		boolean global = policy != null && "GLOBAL".equals(policy.attributes().get("scope"));
		if (policy != null && global
				&& this.clusters.stream().allMatch((cluster) -> cluster.child("y:shared-tier") == null)) {
			throw policy.wrong(
					"cache '" + alias + "' is GLOBAL, and there is no <y:shared-tier> where instances share values.",
					"Add <service><y:cluster><y:shared-tier url=\"redis://...\"/></y:cluster></service> in front of all "
							+ "caches, or leave scope out.");
		}
		LocatedElement heap = heap(alias, cache, template);
		if (heap == null || !this.mistakes.isNone()) {
			return null;
		}
		LocatedElement listeners = part(cache, template, "listeners");
		return new DeclaredCache(alias, ElementValues.entries(heap), ElementValues.bytes(heap),
				(policy != null) ? policy(policy) : CachePolicy.NO_EXPIRY,
				(policy != null) ? policy.attributes().get("region") : null, global,
				new DeclaredCache.Types(type(part(cache, template, "key-type")),
						type(part(cache, template, "value-type"))),
				(listeners != null) ? listeners.children().stream().map(ElementValues::listener).toList() : List.of(),
				new DeclaredCache.Place(cache.file().replaceFirst(".*[/\\\\:]", ""), cache.line(), heap.line(),
						((policy != null) ? policy : cache).line()));
	}

	private @Nullable LocatedElement template(String alias, LocatedElement cache) {
		String name = cache.attributes().get(cache.kind().equals("cache") ? "uses-template" : "template");
		LocatedElement template = (name != null) ? this.templates.get(name) : null;
		if (name != null && template == null) {
			throw cache.wrong("cache '" + alias + "' uses template '" + name + "', which is not in this file.",
					this.templates.isEmpty() ? "Add <cache-template name=\"" + name + "\">, or leave uses-template out."
							: "Use one of: " + String.join(", ", this.templates.keySet()) + ".");
		}
		return template;
	}

	private static @Nullable LocatedElement heap(String alias, LocatedElement cache,
			@Nullable LocatedElement template) {
		LocatedElement heap = part(cache, template, "resources", "heap");
		if (heap == null) {
			throw cache.wrong(
					"cache '" + alias + "' has no <heap>, nor has " + ((template != null)
							? "its template '" + template.attributes().get("name") + "'." : "it a template."),
					"Add " + EhcacheXmlGrammar.HEAP + ".");
		}
		return heap.kind().equals("resources") ? heap.child("heap") : heap;
	}

	/**
	 * Finds the one element that says when entries expire. Ehcache would take the policy
	 * and say nothing of the expiry.
	 */
	private static @Nullable LocatedElement oneExpiry(LocatedElement element, @Nullable LocatedElement template) {
		LocatedElement expiry = part(element, template, "expiry");
		LocatedElement policy = part(element, template, "y:policy");
		if (expiry == null || policy == null) {
			return (policy != null) ? policy : expiry;
		}
		boolean ownExpiry = element.children().contains(expiry);
		throw (ownExpiry ? expiry : policy).wrong(
				"<" + expiry.tag() + "> and <" + policy.tag() + "> both say when entries expire"
						+ ((ownExpiry == element.children().contains(policy)) ? "." : ", one of them in the template."),
				"Keep <" + policy.tag() + "> alone.");
	}

	private static CachePolicy policy(LocatedElement element) {
		LocatedElement limit = element.kind().equals("expiry") ? element.children().get(0) : element;
		return switch (limit.kind()) {
			case "ttl" -> new CachePolicy(ElementValues.limit(limit), null, null);
			case "tti" -> new CachePolicy(null, ElementValues.limit(limit), null);
			case "none" -> CachePolicy.NO_EXPIRY;
			default -> ElementValues.policy(limit);
		};
	}

	private static Class<?> type(@Nullable LocatedElement element) {
		return (element != null) ? ElementValues.type(element) : Object.class;
	}

	private static @Nullable LocatedElement part(LocatedElement cache, @Nullable LocatedElement template,
			String... kinds) {
		return Stream.of(cache, template)
			.filter(Objects::nonNull)
			.flatMap((from) -> Stream.of(kinds).flatMap(from::children))
			.findFirst()
			.orElse(null);
	}

}
