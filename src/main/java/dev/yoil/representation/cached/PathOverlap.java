package dev.yoil.representation.cached;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Compares path patterns of MVC. Regular expressions of path variables are not compared:
 * two variables always overlap.
 */
final class PathOverlap {

	private static final String REST = "**";

	/** A variable for the rest of a path, such as <code>{*rest}</code>. */
	private static final Pattern REST_VARIABLE = Pattern.compile("\\{\\*[^{}]*}");

	/** A variable, maybe with an expression, which may have braces of its own. */
	private static final Pattern VARIABLE = Pattern.compile("\\{[^{}]*(\\{[^{}]*}[^{}]*)*}");

	private PathOverlap() {
	}

	/**
	 * Tells whether there may be a path that matches a pattern of each of two mappings.
	 */
	static boolean exists(Collection<String> patterns, Collection<String> others) {
		return patterns.stream()
			.map(PathOverlap::segments)
			.anyMatch((segments) -> others.stream().anyMatch((other) -> overlap(segments, segments(other))));
	}

	private static List<String> segments(String pattern) {
		String rest = REST_VARIABLE.matcher(pattern).replaceAll(REST);
		return List.of(VARIABLE.matcher(rest).replaceAll("*").split("/", -1));
	}

	private static boolean overlap(List<String> one, List<String> other) {
		if (one.isEmpty() && other.isEmpty()) {
			return true;
		}
		if (startsWithRest(one) || startsWithRest(other)) {
			List<String> rest = startsWithRest(one) ? one : other;
			List<String> path = startsWithRest(one) ? other : one;
			return overlap(tail(rest), path) || (!path.isEmpty() && overlap(rest, tail(path)));
		}
		return !one.isEmpty() && !other.isEmpty() && overlap(one.get(0), other.get(0))
				&& overlap(tail(one), tail(other));
	}

	private static boolean overlap(String one, String other) {
		return one.equalsIgnoreCase(other) || (one + other).matches(".*[*?].*");
	}

	private static boolean startsWithRest(List<String> segments) {
		return !segments.isEmpty() && segments.get(0).equals(REST);
	}

	private static List<String> tail(List<String> segments) {
		return segments.subList(1, segments.size());
	}

}
