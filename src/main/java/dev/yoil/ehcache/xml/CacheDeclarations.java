package dev.yoil.ehcache.xml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.yoil.ehcache.policy.CachePolicy;
import org.jspecify.annotations.Nullable;

/**
 * The caches and templates of a cache configuration file, whose elements by themselves
 * were found right before, put together. Like Ehcache, a cache takes each element that it
 * does not have itself, as a whole, from its template.
 */
final class CacheDeclarations {

	private final Map<String, LocatedElement> templates = new LinkedHashMap<>();

	private final Map<String, LocatedElement> caches = new LinkedHashMap<>();

	/** Whether values can be shared. */
	private final boolean hasTier;

	private CacheDeclarations(LocatedElement root) {
		DeclaredCluster cluster = EhcacheXmlGrammar.cluster(root);
		this.hasTier = cluster != null && cluster.tier() != null;
		for (LocatedElement child : root.children()) {
			switch (child.name()) {
				case "cache" -> unique(child, this.caches, "alias");
				case "cache-template" -> unique(child, this.templates, "name");
				default -> {
					// The cluster declares no cache.
				}
			}
		}
	}

	/**
	 * {@return the caches of a document, in its order}
	 * @throws EhcacheXmlException at the first element that does not fit
	 */
	static List<DeclaredCache> of(LocatedElement root) {
		CacheDeclarations declarations = new CacheDeclarations(root);
		declarations.templates.values().forEach((template) -> oneExpiry(template, null));
		return declarations.caches.values().stream().map(declarations::cache).toList();
	}

	private static void unique(LocatedElement element, Map<String, LocatedElement> known, String attribute) {
		String name = element.attributes().getOrDefault(attribute, "");
		LocatedElement first = known.putIfAbsent(name, element);
		if (first != null) {
			throw element.wrong("there is a second <" + element.tag() + "> named '" + name + "'; the first is in line "
					+ first.line() + ".", "Rename or remove one of them.");
		}
	}

	private DeclaredCache cache(LocatedElement cache) {
		String alias = cache.attributes().getOrDefault("alias", "");
		String templateName = cache.attributes().get("uses-template");
		LocatedElement template = (templateName != null) ? this.templates.get(templateName) : null;
		if (templateName != null && template == null) {
			throw cache.wrong("cache '" + alias + "' uses template '" + templateName + "', which is not in this file.",
					this.templates.isEmpty()
							? "Add <cache-template name=\"" + templateName + "\">, or leave uses-template out."
							: "Use one of: " + String.join(", ", this.templates.keySet()) + ".");
		}
		LocatedElement heap = part(cache, template, CacheDeclarations::heap);
		if (heap == null) {
			throw cache.wrong(
					"cache '" + alias + "' has no <heap>, nor has "
							+ ((template != null) ? "its template '" + templateName + "'." : "it a template."),
					"Add <heap unit=\"entries\">1000</heap>.");
		}
		LocatedElement policy = oneExpiry(cache, template);
		return new DeclaredCache(alias, EhcacheXmlGrammar.heap(heap),
				(policy != null) ? EhcacheXmlGrammar.policy(policy) : CachePolicy.NO_EXPIRY,
				(policy != null) ? PolicyAttributes.region(policy) : null, policy != null && isGlobal(policy, alias),
				new DeclaredPlace(lastName(cache.file()), cache.line(), heap.line(),
						((policy != null) ? policy : cache).line()));
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

	private static @Nullable LocatedElement heap(LocatedElement element) {
		LocatedElement resources = element.child(EhcacheXmlGrammar.EHCACHE, "resources");
		return ((resources != null) ? resources : element).child(EhcacheXmlGrammar.EHCACHE, "heap");
	}

	/**
	 * Finds the one element that says when entries expire. Ehcache would take the policy
	 * and say nothing of the expiry.
	 */
	private static @Nullable LocatedElement oneExpiry(LocatedElement element, @Nullable LocatedElement template) {
		LocatedElement expiry = part(element, template, (from) -> from.child(EhcacheXmlGrammar.EHCACHE, "expiry"));
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
