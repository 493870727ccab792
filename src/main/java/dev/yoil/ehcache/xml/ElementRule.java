package dev.yoil.ehcache.xml;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The content that one kind of element may have: a row in the table of
 * {@link EhcacheXmlGrammar}. Attributes have an {@code @} in front where there are
 * children beside them.
 */
final class ElementRule {

	/** The content of an element that holds text. */
	static final String TEXT = "#PCDATA";

	private static final String REMOVE = "Remove it.";

	private final String kind;

	private final boolean text;

	private final List<Place> places;

	private final Map<String, BiConsumer<LocatedElement, String>> attributes = new TreeMap<>();

	private final Set<String> ignored = new HashSet<>();

	private final Map<String, String> refused = new HashMap<>();

	private String remedy = REMOVE;

	private Consumer<LocatedElement> reader = (element) -> {
	};

	/**
	 * Creates the rule of an element without attributes.
	 * @param content its children in their order, each {@code a}, or {@code a|b} for one
	 * of them, and {@code ?}, {@code *} or {@code +} behind it as in a DTD; or
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

	/** Says what to write instead of other children, a full sentence. */
	ElementRule remedy(String remedy) {
		this.remedy = remedy;
		return this;
	}

	/** Allows attributes, of which the reader refuses values that make no sense. */
	ElementRule allows(BiConsumer<LocatedElement, String> reader, String... names) {
		Stream.of(names).forEach((name) -> this.attributes.put(name, reader));
		return this;
	}

	/** Allows children and attributes that have no effect. */
	ElementRule ignores(String... names) {
		this.ignored.addAll(List.of(names));
		return this;
	}

	/** Refuses children and attributes that Ehcache has, and says why. */
	ElementRule refuses(String reason, String... names) {
		Stream.of(names).forEach((name) -> this.refused.put(name, reason));
		return this;
	}

	/** Refuses an element whose text, or whose attributes together, make no sense. */
	ElementRule means(Consumer<LocatedElement> reader) {
		this.reader = reader;
		return this;
	}

	/**
	 * Checks an element, and all in it, by a table.
	 */
	void check(LocatedElement element, Map<String, ElementRule> table, Mistakes mistakes) {
		for (String name : element.foreignAttributes()) {
			mistakes.add(element, "attribute '" + name + "' is in a namespace of its own and would have no effect.",
					"Write it without a prefix, or remove it.");
		}
		element.attributes().keySet().forEach((name) -> attribute(element, name, mistakes));
		this.attributes.forEach((name, reader) -> mistakes.check(() -> reader.accept(element, name)));
		if (!this.text && !element.text().isEmpty()) {
			mistakes.add(element, "<" + element.tag() + "> holds the text \"" + element.text() + "\".", REMOVE);
		}
		children(element, table, mistakes);
		mistakes.check(() -> this.reader.accept(element));
	}

	private void attribute(LocatedElement element, String name, Mistakes mistakes) {
		String reason = this.refused.get("@" + name);
		if (this.ignored.contains("@" + name)) {
			mistakes.ignore(element, name);
		}
		else if (reason != null) {
			mistakes.add(element,
					"attribute '" + name + "' of <" + element.tag() + "> is not supported here: " + reason + ".",
					REMOVE);
		}
		else if (!this.attributes.containsKey(name)) {
			mistakes.add(element, "attribute '" + name + "' is not known on <" + element.tag() + ">.",
					this.attributes.isEmpty() ? REMOVE
							: "Use " + String.join(", ", this.attributes.keySet()) + ", or remove it.");
		}
	}

	private void children(LocatedElement parent, Map<String, ElementRule> table, Mistakes mistakes) {
		LocatedElement previous = null;
		boolean known = true;
		for (LocatedElement child : parent.children()) {
			if (this.ignored.contains(child.kind())) {
				mistakes.ignore(child, "<" + child.tag() + ">");
			}
			else if (place(child) < 0) {
				refuse(child, parent, mistakes);
				known = false;
			}
			else {
				if (previous != null) {
					order(child, previous, mistakes);
				}
				Objects.requireNonNull(table.get(child.kind())).check(child, table, mistakes);
				previous = child;
			}
		}
		if (known) {
			this.places.stream()
				.filter((place) -> place.required()
						&& place.kinds().stream().allMatch((kind) -> parent.child(kind) == null))
				.forEach((missing) -> mistakes.add(parent,
						"<" + parent.tag() + "> has no <" + String.join("> or <", missing.kinds()) + ">.",
						this.remedy));
		}
	}

	private void order(LocatedElement child, LocatedElement previous, Mistakes mistakes) {
		int place = place(child);
		if (place < place(previous)) {
			mistakes.add(child, "<" + child.tag() + "> stands after <" + previous.tag() + ">.", this.remedy);
		}
		else if (place == place(previous) && !this.places.get(place).repeated()) {
			mistakes.add(child,
					child.kind().equals(previous.kind()) ? "there is a second <" + child.tag() + ">."
							: "there are both <" + previous.tag() + "> and <" + child.tag() + ">.",
					"Keep one of them.");
		}
	}

	private int place(LocatedElement child) {
		return IntStream.range(0, this.places.size())
			.filter((place) -> this.places.get(place).kinds().contains(child.kind()))
			.findFirst()
			.orElse(-1);
	}

	private void refuse(LocatedElement child, LocatedElement parent, Mistakes mistakes) {
		String reason = this.refused.get(child.kind());
		if (reason != null) {
			mistakes.add(child, "<" + child.tag() + "> is not supported here: " + reason + ".",
					this.places.stream().anyMatch(Place::required) ? this.remedy : REMOVE);
		}
		else if (child.name().equals("policy") && !child.namespace().equals(LocatedElement.OURS)) {
			mistakes.add(child,
					"<" + child.tag() + "> is " + child.in() + " instead of \"" + LocatedElement.OURS + "\".",
					"Write <y:policy> and, in <config>, xmlns:y=\"" + LocatedElement.OURS + "\".");
		}
		else {
			mistakes.add(child, "<" + child.tag() + "> is not known inside <" + parent.tag() + ">.", this.remedy);
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
