package dev.yoil.ehcache.xml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a cache configuration file, gathered so that all of it is told at
 * once, and what in it has no effect. To be used by one thread.
 */
final class Mistakes {

	private final LocatedElement root;

	/** A mistake that is met twice is told once. */
	private final Set<Mistake> found = new LinkedHashSet<>();

	private final List<Mistake> remarks = new ArrayList<>();

	private final CorrectedText corrected = new CorrectedText();

	/** The lines of what is without effect. */
	private final Map<String, Set<Integer>> ignored = new TreeMap<>();

	Mistakes(LocatedElement root) {
		this.root = root;
	}

	void add(LocatedElement element, String problem, String remedy) {
		this.found.add(element.mistake(problem, remedy));
	}

	/**
	 * Adds a mistake that is mended by leaving the element out.
	 */
	void refuse(LocatedElement element, String problem, String remedy) {
		replace(element, problem, remedy, "");
	}

	/**
	 * Adds a mistake that is mended by writing something else.
	 * @param instead what to write instead of the element
	 */
	void replace(LocatedElement element, String problem, String remedy, String instead) {
		add(element, problem, remedy);
		this.corrected.replace(element, instead);
	}

	/**
	 * Adds a mistake that is mended by leaving an attribute out.
	 */
	void refuseAttribute(LocatedElement element, String attribute, String reason) {
		add(element, "attribute '" + attribute + "' of <" + element.tag() + "> is not supported here: " + reason + ".",
				"Remove it.");
		this.corrected.leaveOut(element, attribute);
	}

	/**
	 * Adds a mistake that is mended by adding a {@code <heap>} to a cache.
	 */
	void missingHeap(LocatedElement cache, String problem, String heap) {
		add(cache, problem, "Add " + heap + ".");
		this.corrected.add(cache, heap);
	}

	/**
	 * Adds a remark on what the file as it should be does not settle.
	 */
	void remark(LocatedElement element, String problem, String remedy) {
		this.remarks.add(element.mistake(problem, remedy));
	}

	/**
	 * Has an element left out of the file as it should be, which is no mistake.
	 */
	void leaveOut(LocatedElement element) {
		this.corrected.replace(element, "");
	}

	/**
	 * Notes that an element has no effect, which is no mistake.
	 */
	void ignore(LocatedElement element) {
		ignore(element, "<" + element.tag() + ">");
		leaveOut(element);
	}

	/**
	 * Notes likewise of an attribute.
	 */
	void ignoreAttribute(LocatedElement element, String attribute) {
		ignore(element, attribute);
		this.corrected.leaveOut(element, attribute);
	}

	private void ignore(LocatedElement element, String what) {
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

	boolean isNone() {
		return this.found.isEmpty();
	}

	/**
	 * {@return what has no effect and where, a sentence; {@code null} if there is nothing
	 * of that kind}
	 */
	@Nullable String warning() {
		if (this.ignored.isEmpty()) {
			return null;
		}
		return this.ignored.entrySet()
			.stream()
			.map((what) -> what.getKey() + " in line " + join(what.getValue()))
			.collect(Collectors.joining("; ", this.root.file() + ": without effect here are ", "."));
	}

	private static String join(Set<Integer> lines) {
		return lines.stream().map(String::valueOf).collect(Collectors.joining(", "));
	}

	/**
	 * Makes the refusal of the file.
	 * @param isRight tells whether there is nothing wrong with the content of a file
	 */
	EhcacheXmlException refusal(Predicate<String> isRight) {
		List<Mistake> inOrder = this.found.stream()
			.sorted(Comparator.comparingInt(Mistake::line).thenComparingInt(Mistake::column))
			.toList();
		String text = this.corrected.isEmpty() ? null : this.corrected.of(this.root);
		return new EhcacheXmlException(inOrder,
				(text != null && isRight.test(text))
						? new Correction(text,
								Stream.concat(Correction.comments(this.root).stream(), this.remarks.stream()).toList())
						: null);
	}

}
