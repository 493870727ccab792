package dev.yoil.webtoon;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Which part of a list a client asks for.
 *
 * @param page the number of the page, from 0
 * @param size how many items a page has, from 1 to 100
 */
public record PageParameters(int page, int size) {

	/** How many items a page has unless the client tells. */
	public static final int USUAL_SIZE = 30;

	private static final Pattern DIGITS = Pattern.compile("[0-9]{1,7}");

	/** The last page that can be asked for. */
	public static final int LAST_PAGE = 1_000_000;

	/** The most items that a page can have. */
	public static final int LARGEST_SIZE = 100;

	/**
	 * Reads the parameters.
	 * @param page the parameter {@code page}; {@code null} for the first page
	 * @param size the parameter {@code size}; {@code null} for the usual size
	 * @return what they ask for
	 * @throws RefusedParameterException if a value is not allowed
	 */
	public static PageParameters of(@Nullable String page, @Nullable String size) {
		return new PageParameters(number("page", page, 0, 0, LAST_PAGE),
				number("size", size, USUAL_SIZE, 1, LARGEST_SIZE));
	}

	/**
	 * How many items lie before the page.
	 * @return a number from 0
	 */
	public long offset() {
		return (long) this.page * this.size;
	}

	private static int number(String parameter, @Nullable String value, int usual, int least, int most) {
		if (value == null) {
			return usual;
		}
		// Java would also take a plus sign and the digits of other scripts.
		if (DIGITS.matcher(value).matches()) {
			int number = Integer.parseInt(value);
			if (number >= least && number <= most) {
				return number;
			}
		}
		throw new RefusedParameterException(parameter, value, "whole numbers from " + least + " to " + most);
	}

}
