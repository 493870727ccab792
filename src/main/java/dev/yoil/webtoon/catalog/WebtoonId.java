package dev.yoil.webtoon.catalog;

import java.util.regex.Pattern;

/**
 * The number of a webtoon, as it stands in addresses.
 *
 * @param value the number
 */
public record WebtoonId(long value) {

	/** As many digits as every such number has room for. */
	private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

	/**
	 * Reads the number from an address.
	 * @param text what stands there
	 * @return the number
	 * @throws UnknownWebtoonException if it is none
	 */
	public static WebtoonId of(String text) {
		if (!NUMBER.matcher(text).matches()) {
			throw new UnknownWebtoonException();
		}
		return new WebtoonId(Long.parseLong(text));
	}

}
