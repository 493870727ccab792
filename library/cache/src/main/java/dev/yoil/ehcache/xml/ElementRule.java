package dev.yoil.ehcache.xml;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The allowed content of one kind of element: a row of {@link EhcacheXmlGrammar}. Where
 * names of attributes stand beside those of children, they begin with {@code @}.
 */
final class ElementRule {

	/** The content of an element that holds text. */
	static final String TEXT = "#PCDATA";

	private static final String REMOVE = "Remove it.";

	private final String kind;

	private final boolean text;

	private final List<Place> places;

	private final Set<String> attributes = new TreeSet<>();

	private final Set<String> ignored = new HashSet<>();

	private final Map<String, String> refused = new HashMap<>();

	private boolean anyOrder;

	private String remedy = REMOVE;

	private Consumer<LocatedElement> reader = (element) -> {
	};

	/**
	 * Creates the rule of an element without attributes.
	 * @param content the children in their order, each {@code a}, or {@code a|b} for a
	 * choice, followed by {@code ?}, {@code *} or {@code +} as in a DTD; or
	 * {@link #TEXT}; or empty
	 */
	ElementRule(String kind, String content) {
		this.kind = kind;
		this.text = content.equals(TEXT);
		this.places = (this.text || content.isEmpty()) ? List.of()
				: Stream.of(content.split(" ")).map(Place::new).toList();
	}

	String kind() {
		return this.kind;
	}

	/** Sets the fix for wrong children, a full sentence. */
	ElementRule remedy(String remedy) {
		this.remedy = remedy;
		return this;
	}

	/** Allows the children in any order. */
	ElementRule inAnyOrder() {
		this.anyOrder = true;
		return this;
	}

	ElementRule attributes(String... names) {
		this.attributes.addAll(List.of(names));
		return this;
	}

	/** Allows children and attributes that have no effect. */
	ElementRule ignores(String... names) {
		this.ignored.addAll(List.of(names));
		return this;
	}

	/** Rejects children and attributes of Ehcache for a reason. */
	ElementRule refuses(String reason, String... names) {
		Stream.of(names).forEach((name) -> this.refused.put(name, reason));
		return this;
	}

	/** Sets the reader that reports wrong text and attributes. */
	ElementRule means(Consumer<LocatedElement> reader) {
		this.reader = reader;
		return this;
	}

	/** Reports the errors in an element and all its descendants. */
	void check(LocatedElement element, Map<String, ElementRule> table) {
		element.attributes().keySet().forEach((name) -> attribute(element, name));
		if (!this.text && !element.text().isEmpty()) {
			element.wrong("<" + element.tag() + "> holds the text \"" + element.text() + "\".", REMOVE);
		}
		children(element, table);
		this.reader.accept(element);
	}

	private void attribute(LocatedElement element, String name) {
		String reason = this.refused.get("@" + name);
		if (this.ignored.contains("@" + name)) {
			element.document().ignore(element.line(), name);
		}
		else if (reason != null) {
			element.wrong("attribute '" + name + "' of <" + element.tag() + "> is not supported: " + reason + ".",
					REMOVE);
		}
		else if (!this.attributes.contains(name)) {
			element.wrong("unknown attribute '" + name + "' on <" + element.tag() + ">.", this.attributes.isEmpty()
					? REMOVE : "Use " + String.join(", ", this.attributes) + ", or remove it.");
		}
	}

	private void children(LocatedElement parent, Map<String, ElementRule> table) {
		// In any order, a child is compared with the last one of its kind only.
		Map<String, LocatedElement> last = new HashMap<>();
		boolean known = true;
		for (LocatedElement child : parent.children()) {
			if (this.ignored.contains(child.kind())) {
				child.document().ignore(child.line(), "<" + child.tag() + ">");
			}
			else if (place(child) < 0) {
				refuse(child, parent, table);
				known = false;
			}
			else {
				LocatedElement previous = last.put(this.anyOrder ? child.kind() : this.kind, child);
				if (previous != null) {
					order(child, previous);
				}
				Objects.requireNonNull(table.get(child.kind())).check(child, table);
			}
		}
		if (known) {
			this.places.stream()
				.filter((place) -> place.required() && place.kinds().stream().noneMatch(parent::has))
				.forEach((missing) -> parent.wrong(
						"<" + parent.tag() + "> has no <" + String.join("> or <", missing.kinds()) + ">.",
						this.remedy));
		}
	}

	private void order(LocatedElement child, LocatedElement previous) {
		int place = place(child);
		if (place < place(previous)) {
			child.wrong("<" + child.tag() + "> must not follow <" + previous.tag() + ">.", this.remedy);
		}
		else if (place == place(previous) && !this.places.get(place).repeated()) {
			child.wrong(
					child.kind().equals(previous.kind()) ? "duplicate <" + child.tag() + ">."
							: "<" + previous.tag() + "> and <" + child.tag() + "> exclude each other.",
					"Keep one of them.");
		}
	}

	/** Returns the index of a child's place, -1 if it has none. */
	private int place(LocatedElement child) {
		int place = this.places.size() - 1;
		while (place >= 0 && !this.places.get(place).kinds().contains(child.kind())) {
			place--;
		}
		return place;
	}

	private void refuse(LocatedElement child, LocatedElement parent, Map<String, ElementRule> table) {
		String reason = this.refused.get(child.kind());
		if (reason != null) {
			child.wrong("<" + child.tag() + "> is not supported: " + reason + ".",
					this.places.stream().anyMatch(Place::required) ? this.remedy : REMOVE);
		}
		else if (child.name().equals("policy") && !child.namespace().equals(LocatedElement.OURS)) {
			child.wrong("<" + child.tag() + "> is not in namespace \"" + LocatedElement.OURS + "\".",
					"Write <y:policy> and, in <config>, xmlns:y=\"" + LocatedElement.OURS + "\".");
		}
		else {
			String parents = table.values()
				.stream()
				.filter((rule) -> rule.place(child) >= 0)
				.map((rule) -> "<" + rule.kind + ">")
				.sorted()
				.collect(Collectors.joining(" or "));
			child.wrong(
					parents.isEmpty() ? "unknown element <" + child.tag() + "> in <" + parent.tag() + ">."
							: "<" + child.tag() + "> belongs in " + parents + ", not in <" + parent.tag() + ">.",
					this.remedy);
		}
	}

	/** A place among the children, which one of several kinds may take. */
	private record Place(List<String> kinds, boolean required, boolean repeated) {

		Place(String content) {
			this(List.of(content.replaceAll("[?*+]", "").split("\\|")), !content.matches(".*[?*]"),
					content.matches(".*[*+]"));
		}

	}

}
