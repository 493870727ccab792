package dev.yoil.ehcache.xml;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.yoil.ehcache.policy.PolicyElement;
import org.jspecify.annotations.Nullable;

/**
 * Where {@code ehcache.xml} declares a cache. Lines count from 1 and are those in which a
 * start tag ends.
 *
 * @param file the name of the file, without the folders it is in
 * @param cache the line of the {@code <cache>}
 * @param heap the line of its {@code <heap>}, in its template if it has none of its own
 * @param policy the line of its {@code <policy>} or {@code <expiry>}, in its template if
 * it has none of its own; the line of the {@code <cache>} if there is none at all
 */
public record DeclaredPlace(String file, int cache, int heap, int policy) {

	/**
	 * Finds the places of all caches of a document that was found right.
	 * @return the places by the aliases
	 */
	static Map<String, DeclaredPlace> all(String file, LocatedElement root) {
		Map<String, LocatedElement> templates = root.children()
			.stream()
			.filter((child) -> child.attributes().containsKey("name"))
			.collect(Collectors.toMap((child) -> child.attributes().getOrDefault("name", ""), (child) -> child));
		Map<String, DeclaredPlace> places = new HashMap<>();
		for (LocatedElement child : root.children()) {
			String alias = child.attributes().get("alias");
			if (alias != null) {
				places.put(alias, of(lastName(file), child, templates.get(child.attributes().get("uses-template"))));
			}
		}
		return places;
	}

	private static DeclaredPlace of(String file, LocatedElement cache, @Nullable LocatedElement template) {
		return new DeclaredPlace(file, cache.line(), line(cache, template, DeclaredPlace::heap),
				line(cache, template, DeclaredPlace::policy));
	}

	private static int line(LocatedElement cache, @Nullable LocatedElement template,
			Function<LocatedElement, @Nullable LocatedElement> part) {
		LocatedElement own = part.apply(cache);
		LocatedElement shared = (own == null && template != null) ? part.apply(template) : own;
		return (shared != null) ? shared.line() : cache.line();
	}

	private static @Nullable LocatedElement heap(LocatedElement element) {
		LocatedElement resources = element.child(EhcacheXmlGrammar.EHCACHE, "resources");
		return ((resources != null) ? resources : element).child(EhcacheXmlGrammar.EHCACHE, "heap");
	}

	private static @Nullable LocatedElement policy(LocatedElement element) {
		LocatedElement policy = element.child(PolicyElement.NAMESPACE, PolicyElement.NAME);
		return (policy != null) ? policy : element.child(EhcacheXmlGrammar.EHCACHE, "expiry");
	}

	private static String lastName(String file) {
		int folder = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\'));
		return file.substring(Math.max(folder, file.lastIndexOf(':')) + 1);
	}

}
