package dev.yoil.webtoon;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.core.convert.converter.Converter;
import org.springframework.core.convert.converter.ConverterFactory;
import org.springframework.util.NumberUtils;

/**
 * Reads whole numbers in addresses and parameters, in decimal digits only: Spring itself
 * also takes hexadecimal ones, spaces between digits, and digits of other scripts, so
 * that one thing would have many addresses. Thread-safe.
 */
final class DecimalNumbers implements ConverterFactory<String, Number> {

	private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+");

	@Override
	public <T extends Number> Converter<String, T> getConverter(Class<T> type) {
		return (text) -> read(text, type);
	}

	private static <T extends Number> @Nullable T read(String text, Class<T> type) {
		if (text.isEmpty()) {
			return null;
		}
		if (!DECIMAL.matcher(text).matches()) {
			throw new NumberFormatException("Not a decimal number");
		}
		return NumberUtils.parseNumber(text, type);
	}

}
