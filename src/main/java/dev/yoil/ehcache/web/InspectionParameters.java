package dev.yoil.ehcache.web;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.ehcache.inspect.EntrySort;
import dev.yoil.ehcache.inspect.ValueText;
import org.jspecify.annotations.Nullable;

import org.springframework.web.ErrorResponseException;

/**
 * Reads what requests to the inspection say, and tells what they may say.
 */
final class InspectionParameters {

	private static final int USUAL_ENTRIES = 100;

	private static final int MOST_ENTRIES = 1_000;

	private static final int LARGEST_OFFSET = 1_000_000;

	private static final int LONGEST_SEARCH = 1_000;

	private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

	/** As many digits as surely are a number of 64 bits. */
	private static final Pattern ID = Pattern.compile("[0-9]{1,18}");

	private InspectionParameters() {
	}

	/**
	 * How many entries to show.
	 */
	static int limit(@Nullable String limit) {
		return number("limit", limit, 1, MOST_ENTRIES, USUAL_ENTRIES);
	}

	/**
	 * How many entries to show where there is something else to show, too.
	 */
	static int limitOrNone(@Nullable String limit) {
		return number("limit", limit, 0, MOST_ENTRIES, USUAL_ENTRIES);
	}

	static int offset(@Nullable String offset) {
		return number("offset", offset, 0, LARGEST_OFFSET, 0);
	}

	private static int number(String name, @Nullable String value, int least, int most, int usual) {
		if (value == null) {
			return usual;
		}
		// Java would also take a plus sign and the digits of other scripts.
		if (NUMBER.matcher(value).matches()) {
			int number = Integer.parseInt(value);
			if (number >= least && number <= most) {
				return number;
			}
		}
		throw refused(name, value, "is a number from " + least + " to " + most);
	}

	static String search(@Nullable String search) {
		if (search == null) {
			return "";
		}
		int length = search.codePointCount(0, search.length());
		if (length > LONGEST_SEARCH) {
			throw CacheProblem.REFUSED_PARAMETER.exception("The parameter 'search' has " + length
					+ " characters. Allowed is a text of up to " + LONGEST_SEARCH + ".");
		}
		return search;
	}

	static EntrySort sort(@Nullable String sort) {
		if (sort == null) {
			return EntrySort.ENTERED;
		}
		return Stream.of(EntrySort.values())
			.filter((known) -> known.text().equals(sort))
			.findFirst()
			.orElseThrow(() -> refused("sort", sort,
					"are " + Stream.of(EntrySort.values()).map(EntrySort::text).collect(Collectors.joining(", "))));
	}

	static boolean isDescending(@Nullable String order, EntrySort sort) {
		if (order == null) {
			return sort.isUsuallyDescending();
		}
		return switch (order) {
			case "asc" -> false;
			case "desc" -> true;
			default -> throw refused("order", order, "are asc, desc");
		};
	}

	static long id(String id) {
		if (!ID.matcher(id).matches()) {
			throw refused("id", id, "is a number, such as an answer gave as id");
		}
		return Long.parseLong(id);
	}

	private static ErrorResponseException refused(String name, String value, String allowed) {
		return CacheProblem.REFUSED_PARAMETER.exception(
				"The parameter '" + name + "' has the value '" + shortened(value) + "'. Allowed " + allowed + ".");
	}

	/**
	 * The answer to whoever names a cache that is not there.
	 * @param names those that are
	 */
	static ErrorResponseException unknownCache(String name, List<String> names) {
		return CacheProblem.UNKNOWN_CACHE.exception("There is no cache '" + shortened(name) + "'. "
				+ (names.isEmpty()
						? "There is none: spring.cache.type switches caching off, or chooses another cache manager."
						: "There is: " + String.join(", ", names) + "."));
	}

	static String shortened(String text) {
		return ValueText.shortened(text, 40);
	}

}
