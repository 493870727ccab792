package dev.yoil.ehcache.xml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

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

	private final Mistakes mistakes;

	/** Whether values can be shared. */
	private final boolean hasTier;

	private CacheDeclarations(LocatedElement root, Mistakes mistakes) {
		this.mistakes = mistakes;
		LocatedElement cluster = EhcacheXmlGrammar.cluster(root);
		this.hasTier = cluster != null
				&& cluster.child(EhcacheXmlGrammar.POLICY_NAMESPACE, ClusterAttributes.TIER) != null;
		for (LocatedElement child : root.children()) {
			if (child.is(EhcacheXmlGrammar.EHCACHE, "cache")) {
				unique(child, this.caches, "alias");
			}
			else if (child.is(EhcacheXmlGrammar.EHCACHE, "cache-template")) {
				unique(child, this.templates, "name");
			}
		}
	}

	/**
	 * {@return the caches of a document, in its order, if there is no mistake}
	 */
	static List<DeclaredCache> of(LocatedElement root, Mistakes mistakes) {
		CacheDeclarations declarations = new CacheDeclarations(root, mistakes);
		declarations.templates.values().forEach((template) -> mistakes.attempt(() -> oneExpiry(template, null)));
		return declarations.caches.values()
			.stream()
			.map((cache) -> mistakes.attempt(() -> declarations.cache(cache)))
			.filter(Objects::nonNull)
			.toList();
	}

	private void unique(LocatedElement element, Map<String, LocatedElement> known, String attribute) {
		String name = element.attributes().getOrDefault(attribute, "");
		LocatedElement first = known.putIfAbsent(name, element);
		if (first != null && !name.isBlank()) {
			this.mistakes.add(element, "there is a second <" + element.tag() + "> named '" + name
					+ "'; the first is in line " + first.line() + ".", "Rename or remove one of them.");
		}
	}

	private @Nullable DeclaredCache cache(LocatedElement cache) {
		String alias = cache.attributes().getOrDefault("alias", "");
		LocatedElement template = template(cache, alias);
		LocatedElement policy = oneExpiry(cache, template);
		boolean global = policy != null && isGlobal(policy, alias);
		LocatedElement heap = heap(cache, template, alias);
		if (heap == null || !this.mistakes.isNone()) {
			return null;
		}
		LocatedElement listeners = part(cache, template, (from) -> child(from, "listeners"));
		return new DeclaredCache(alias, CacheElements.entries(heap), CacheElements.bytes(heap),
				(policy != null) ? EhcacheXmlGrammar.policy(policy) : CachePolicy.NO_EXPIRY,
				(policy != null) ? PolicyAttributes.region(policy) : null, global,
				new DeclaredCache.Types(CacheElements.type(part(cache, template, (from) -> child(from, "key-type"))),
						CacheElements.type(part(cache, template, (from) -> child(from, "value-type")))),
				(listeners != null) ? listeners.children().stream().map(CacheElements::listener).toList() : List.of(),
				new DeclaredCache.Place(lastName(cache.file()), cache.line(), heap.line(),
						((policy != null) ? policy : cache).line()));
	}

	private @Nullable LocatedElement template(LocatedElement cache, String alias) {
		String name = cache.attributes().get("uses-template");
		LocatedElement template = (name != null) ? this.templates.get(name) : null;
		if (name != null && template == null) {
			throw cache.wrong("cache '" + alias + "' uses template '" + name + "', which is not in this file.",
					this.templates.isEmpty() ? "Add <cache-template name=\"" + name + "\">, or leave uses-template out."
							: "Use one of: " + String.join(", ", this.templates.keySet()) + ".");
		}
		return template;
	}

	private @Nullable LocatedElement heap(LocatedElement cache, @Nullable LocatedElement template, String alias) {
		LocatedElement heap = part(cache, template, CacheDeclarations::resources);
		if (heap == null) {
			this.mistakes.add(cache,
					"cache '" + alias + "' has no <heap>, nor has " + ((template != null)
							? "its template '" + template.attributes().get("name") + "'." : "it a template."),
					"Add " + CacheElements.HEAP + ".");
		}
		return (heap != null && heap.name().equals("resources")) ? child(heap, "heap") : heap;
	}

	private boolean isGlobal(LocatedElement policy, String alias) {
		boolean global = PolicyAttributes.isGlobal(policy);
		if (global && !this.hasTier) {
			throw policy.wrong(
					"cache '" + alias + "' is GLOBAL, and there is no <y:shared-tier> where instances share values.",
					"Add <service><y:cluster><y:shared-tier url=\"redis://...\"/></y:cluster></service> in front of all "
							+ "caches, or leave scope out.");
		}
		return global;
	}

	private static @Nullable LocatedElement resources(LocatedElement element) {
		LocatedElement resources = child(element, "resources");
		return (resources != null) ? resources : child(element, "heap");
	}

	private static @Nullable LocatedElement child(LocatedElement element, String name) {
		return element.child(EhcacheXmlGrammar.EHCACHE, name);
	}

	/**
	 * Finds the one element that says when entries expire. Ehcache would take the policy
	 * and say nothing of the expiry.
	 */
	private static @Nullable LocatedElement oneExpiry(LocatedElement element, @Nullable LocatedElement template) {
		LocatedElement expiry = part(element, template, (from) -> child(from, "expiry"));
		LocatedElement policy = part(element, template,
				(from) -> from.child(EhcacheXmlGrammar.POLICY_NAMESPACE, EhcacheXmlGrammar.POLICY));
		if (expiry == null || policy == null) {
			return (policy != null) ? policy : expiry;
		}
		boolean ownExpiry = element.children().contains(expiry);
		throw (ownExpiry ? expiry : policy).wrong(
				"<" + expiry.tag() + "> and <" + policy.tag() + "> both say when entries expire"
						+ ((ownExpiry == element.children().contains(policy)) ? "." : ", one of them in the template."),
				"Keep <" + policy.tag() + "> alone.");
	}

	private static @Nullable LocatedElement part(LocatedElement cache, @Nullable LocatedElement template,
			Function<LocatedElement, @Nullable LocatedElement> part) {
		LocatedElement own = part.apply(cache);
		return (own == null && template != null) ? part.apply(template) : own;
	}

	private static String lastName(String file) {
		int folder = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\'));
		return file.substring(Math.max(folder, file.lastIndexOf(':')) + 1);
	}

}
