package dev.yoil.ehcache.xml;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What to write instead of a cache configuration file.
 *
 * @param text the whole file as it should be
 * @param lost what was in the file and is not in it as it was, in the order of the file
 */
record Correction(String text, List<Mistake> lost) implements Serializable {

	/**
	 * Creates the value with its own copy of the list.
	 */
	Correction {
		lost = List.copyOf(lost);
	}

	/**
	 * {@return that the comments of a file are lost, if it has any}
	 */
	static List<Mistake> comments(LocatedElement root) {
		List<Integer> lines = lines(root).distinct().sorted().toList();
		return lines.isEmpty() ? List.of()
				: List.of(new Mistake(root.file(), lines.get(0), 0,
						"comments are left out: they end in line "
								+ lines.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ".",
						"Copy those that are still true."));
	}

	private static Stream<Integer> lines(LocatedElement element) {
		return Stream.concat(element.comments().stream(), element.children().stream().flatMap(Correction::lines));
	}

	@Override
	public String toString() {
		return "The file as it should be"
				+ (this.lost.isEmpty() ? ":"
						: this.lost.stream()
							.map(Mistake::toString)
							.collect(Collectors.joining("\n", ", but for what cannot be carried over:\n\n", "")))
				+ "\n\n" + this.text;
	}

}
