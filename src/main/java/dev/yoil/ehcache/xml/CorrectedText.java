package dev.yoil.ehcache.xml;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * A cache configuration file as it should be: what may stay is written again, without
 * comments, and the rest replaced or left out.
 */
final class CorrectedText {

	private static final String INDENT = "  ";

	/** By identity: two elements may say the same in different places. */
	private final IdentityHashMap<LocatedElement, String> instead = new IdentityHashMap<>();

	private final IdentityHashMap<LocatedElement, String> added = new IdentityHashMap<>();

	private final IdentityHashMap<LocatedElement, Set<String>> withoutAttributes = new IdentityHashMap<>();

	/**
	 * Has something written in place of an element; nothing if it is empty.
	 */
	void replace(LocatedElement element, String text) {
		this.instead.put(element, text);
	}

	/**
	 * Has something written in an element, in front of what is last in it by our schema.
	 */
	void add(LocatedElement element, String text) {
		this.added.put(element, text);
	}

	/**
	 * Has an attribute left out.
	 */
	void leaveOut(LocatedElement element, String attribute) {
		this.withoutAttributes.computeIfAbsent(element, (same) -> new HashSet<>()).add(attribute);
	}

	boolean isEmpty() {
		return this.instead.isEmpty() && this.added.isEmpty() && this.withoutAttributes.isEmpty();
	}

	String of(LocatedElement root) {
		return String.join("\n", lines(root));
	}

	private List<String> lines(LocatedElement element) {
		String replaced = this.instead.get(element);
		if (replaced != null) {
			return replaced.isEmpty() ? List.of() : List.of(replaced);
		}
		List<String> inside = inside(element);
		String tag = (isOurs(element) ? "y:" : "") + element.name();
		String start = "<" + tag + attributes(element);
		if (!inside.isEmpty()) {
			List<String> lines = new ArrayList<>();
			lines.add(start + ">");
			inside.forEach((line) -> lines.add(INDENT + line));
			lines.add("</" + tag + ">");
			return lines;
		}
		if (element.children().isEmpty()) {
			return List
				.of(element.text().isEmpty() ? start + "/>" : start + ">" + escaped(element.text()) + "</" + tag + ">");
		}
		// Nothing is left of what it was there for.
		return element.name().startsWith("cache") ? List.of(start + "/>") : List.of();
	}

	private List<String> inside(LocatedElement element) {
		List<String> lines = new ArrayList<>();
		String addition = this.added.get(element);
		for (LocatedElement child : element.children()) {
			if (addition != null && isOurs(child)) {
				lines.add(addition);
				addition = null;
			}
			lines.addAll(lines(child));
		}
		if (addition != null) {
			lines.add(addition);
		}
		return lines;
	}

	private static boolean isOurs(LocatedElement element) {
		return element.namespace().equals(EhcacheXmlGrammar.POLICY_NAMESPACE);
	}

	private String attributes(LocatedElement element) {
		StringBuilder text = new StringBuilder();
		if (element.name().equals("config")) {
			text.append(" xmlns=\"").append(EhcacheXmlGrammar.EHCACHE).append("\" xmlns:y=\"");
			text.append(EhcacheXmlGrammar.POLICY_NAMESPACE).append('"');
		}
		Set<String> without = this.withoutAttributes.getOrDefault(element, Set.of());
		element.attributes().forEach((name, value) -> {
			if (!without.contains(name)) {
				text.append(' ').append(name).append("=\"").append(escaped(value)).append('"');
			}
		});
		return text.toString();
	}

	/** Makes text fit for content and for values of attributes. */
	static String escaped(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
	}

}
