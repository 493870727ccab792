package dev.yoil.ehcache.xml;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * The mistakes in a cache configuration file, gathered so that one report lists all of
 * it, and what in it has no effect. Not thread-safe.
 */
final class Mistakes {

	/** A mistake that is met twice is reported once. */
	private final Set<Mistake> found = new LinkedHashSet<>();

	/** The lines of what is without effect. */
	private final Map<String, Set<Integer>> ignored = new TreeMap<>();

	void add(LocatedElement element, String problem, String remedy) {
		this.found.add(element.mistake(problem, remedy));
	}

	/**
	 * Notes that something in an element has no effect, which is no mistake.
	 */
	void ignore(LocatedElement element, String what) {
		this.ignored.computeIfAbsent(what, (same) -> new TreeSet<>()).add(element.line());
	}

	/**
	 * Reads something that may turn out to be mistakes.
	 * @return what was read; {@code null} if it cannot be
	 */
	<T extends @Nullable Object> @Nullable T attempt(Supplier<T> reading) {
		try {
			return reading.get();
		}
		catch (EhcacheXmlException ex) {
			this.found.addAll(ex.mistakes());
			return null;
		}
	}

	/**
	 * Checks something that may turn out to be mistakes.
	 */
	void check(Runnable checking) {
		attempt(() -> {
			checking.run();
			return true;
		});
	}

	boolean isNone() {
		return this.found.isEmpty();
	}

	/**
	 * {@return what has no effect and where, a sentence; {@code null} if there is nothing
	 * of that kind}
	 */
	@Nullable String warning(String file) {
		return this.ignored.isEmpty() ? null
				: this.ignored.entrySet()
					.stream()
					.map((what) -> what.getKey() + " in line "
							+ what.getValue().stream().map(String::valueOf).collect(Collectors.joining(", ")))
					.collect(Collectors.joining("; ", file + ": without effect here are ", "."));
	}

	/**
	 * Makes the refusal of the file, in the order of the file.
	 */
	EhcacheXmlException refusal() {
		return new EhcacheXmlException(this.found.stream()
			.sorted(Comparator.comparingInt(Mistake::line).thenComparingInt(Mistake::column))
			.toList(), null);
	}

}
