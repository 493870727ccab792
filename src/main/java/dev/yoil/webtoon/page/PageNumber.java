package dev.yoil.webtoon.page;

import java.util.regex.Pattern;

import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.RefusedParameterException;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a list readers see, who count from 1.
 *
 * @param value a number from 1
 */
record PageNumber(int value) {

	private static final Pattern DIGITS = Pattern.compile("[1-9][0-9]{0,5}");

	/**
	 * Reads the parameter {@code page}.
	 * @param text what was sent, {@code null} or empty for the first page
	 * @return the number
	 * @throws RefusedParameterException if it is none
	 */
	static PageNumber of(@Nullable String text) {
		if (text == null || text.isEmpty()) {
			return new PageNumber(1);
		}
		if (!DIGITS.matcher(text).matches()) {
			throw new RefusedParameterException("page", text, "whole numbers from 1 to 999999");
		}
		return new PageNumber(Integer.parseInt(text));
	}

	/**
	 * The part of the list, of the usual size.
	 */
	PageParameters part() {
		return new PageParameters(this.value - 1, PageParameters.USUAL_SIZE);
	}

	/**
	 * Whether there are more behind it.
	 * @param total how many there are in all
	 */
	boolean hasNext(long total) {
		return (long) this.value * PageParameters.USUAL_SIZE < total;
	}

	PageNumber next() {
		return new PageNumber(this.value + 1);
	}

	PageNumber previous() {
		return new PageNumber(this.value - 1);
	}

}
