package dev.yoil.ehcache.xml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * The file that is being read. It collects all errors so that one report lists them. Not
 * thread-safe.
 */
final class Document {

	private final String file;

	private final Placeholders placeholders;

	/** An element that several caches use is read several times. */
	private final Set<XmlError> errors = new LinkedHashSet<>();

	private final Map<String, Set<Integer>> ignored = new TreeMap<>();

	private final List<Integer> comments = new ArrayList<>();

	/**
	 * Creates a document without errors.
	 * @param file the name of the file in messages
	 * @param placeholders replaces them in texts
	 */
	Document(String file, Placeholders placeholders) {
		this.file = file;
		this.placeholders = placeholders;
	}

	String file() {
		return this.file;
	}

	Placeholders placeholders() {
		return this.placeholders;
	}

	/** Returns the lines in which the comments end. */
	List<Integer> comments() {
		return this.comments;
	}

	void add(int line, int column, String problem, String remedy) {
		this.errors.add(new XmlError(this.file, line, column, problem, remedy));
	}

	/** Notes that something has no effect, which is not an error. */
	void ignore(int line, String what) {
		this.ignored.computeIfAbsent(what, (same) -> new TreeSet<>()).add(line);
	}

	List<XmlError> errors() {
		return this.errors.stream()
			.sorted(Comparator.comparingInt(XmlError::line).thenComparingInt(XmlError::column))
			.toList();
	}

	/** Returns a sentence that lists what has no effect, {@code null} if all has. */
	@Nullable String warning() {
		return this.ignored.isEmpty() ? null
				: this.ignored.entrySet()
					.stream()
					.map((what) -> what.getKey() + " in line "
							+ what.getValue().stream().map(String::valueOf).collect(Collectors.joining(", ")))
					.collect(Collectors.joining("; ", this.file + ": these have no effect: ", "."));
	}

	/** A replacement of the placeholders in a text. */
	interface Placeholders {

		/**
		 * Returns the text with its placeholders replaced; {@code null} after an error,
		 * which is reported at the element.
		 */
		@Nullable String replace(LocatedElement element, String written);

	}

}
