package dev.yoil.ehcache.xml;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.yoil.ehcache.policy.PolicyElement;
import org.jspecify.annotations.Nullable;

/**
 * How the caches and templates of a cache configuration file must fit together. The
 * elements by themselves were found right before.
 */
final class EhcacheXmlReferences {

	private final String file;

	private final Map<String, LocatedElement> templates = new LinkedHashMap<>();

	private final Map<String, LocatedElement> caches = new LinkedHashMap<>();

	EhcacheXmlReferences(String file) {
		this.file = file;
	}

	/**
	 * Checks a whole document.
	 * @param root its root element
	 * @throws EhcacheXmlException at the first element that does not fit
	 */
	void check(LocatedElement root) {
		for (LocatedElement child : root.children()) {
			boolean cache = child.name().equals("cache");
			unique(child, cache ? this.caches : this.templates, cache ? "alias" : "name");
		}
		this.templates.values().forEach((template) -> oneExpiry(template, null));
		this.caches.values().forEach(this::cache);
	}

	private void unique(LocatedElement element, Map<String, LocatedElement> known, String attribute) {
		String name = element.attributes().getOrDefault(attribute, "");
		LocatedElement first = known.putIfAbsent(name, element);
		if (first != null) {
			throw wrong(element, "there is a second <" + element.tag() + "> named '" + name + "'; the first is in line "
					+ first.line() + ".", "Rename or remove one of them.");
		}
	}

	private void cache(LocatedElement cache) {
		String alias = cache.attributes().get("alias");
		String templateName = cache.attributes().get("uses-template");
		LocatedElement template = (templateName != null) ? this.templates.get(templateName) : null;
		if (templateName != null && template == null) {
			throw wrong(cache, "cache '" + alias + "' uses template '" + templateName + "', which is not in this file.",
					this.templates.isEmpty()
							? "Add <cache-template name=\"" + templateName + "\">, or leave uses-template out."
							: "Use one of: " + String.join(", ", this.templates.keySet()) + ".");
		}
		if (heap(cache) == null && (template == null || heap(template) == null)) {
			throw wrong(cache,
					"cache '" + alias + "' has no <heap>, nor has "
							+ ((template != null) ? "its template '" + templateName + "'." : "it a template."),
					"Add <heap unit=\"entries\">1000</heap>.");
		}
		oneExpiry(cache, template);
	}

	private static @Nullable LocatedElement heap(LocatedElement element) {
		LocatedElement heap = element.child(EhcacheXmlGrammar.EHCACHE, "heap");
		return (heap != null) ? heap : element.child(EhcacheXmlGrammar.EHCACHE, "resources");
	}

	/**
	 * Ehcache would take the policy and say nothing of the expiry.
	 */
	private void oneExpiry(LocatedElement element, @Nullable LocatedElement template) {
		LocatedElement expiry = own(element, template, EhcacheXmlGrammar.EHCACHE, "expiry");
		LocatedElement policy = own(element, template, PolicyElement.NAMESPACE, PolicyElement.NAME);
		if (expiry == null || policy == null) {
			return;
		}
		LocatedElement place = element.children().contains(expiry) ? expiry : policy;
		throw wrong(place,
				"<" + expiry.tag() + "> and <" + policy.tag() + "> both say when entries " + "expire"
						+ (element.children().contains(expiry) == element.children().contains(policy) ? "."
								: ", one of them in the template."),
				"Keep <" + policy.tag() + "> alone.");
	}

	private static @Nullable LocatedElement own(LocatedElement element, @Nullable LocatedElement template,
			String namespace, String name) {
		LocatedElement own = element.child(namespace, name);
		return (own != null || template == null) ? own : template.child(namespace, name);
	}

	private EhcacheXmlException wrong(LocatedElement element, String problem, String remedy) {
		return new EhcacheXmlException(this.file, element.line(), element.column(), problem, remedy);
	}

}
