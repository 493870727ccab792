package dev.yoil.ehcache.internal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Encoding of the names of caches for regions, files and the paths of URLs. Letters and
 * digits of ASCII, dots, hyphens and underscores stay. Any other character becomes
 * {@code ~} and its four hexadecimal digits. Different names have different encodings.
 */
public final class EncodedName {

	/** With a suffix, it fits into a file name and into the column of a region. */
	private static final int LONGEST = 100;

	private static final int BEGINNING = 60;

	private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9._-]");

	private static final Pattern CODE = Pattern.compile("~(\\p{XDigit}{4})");

	private EncodedName() {
	}

	/**
	 * {@return the encoding of a name}
	 */
	public static String of(String name) {
		String encoded = OTHER.matcher(name).replaceAll((other) -> encoded(other.group()));
		// No encoded character begins with two tildes.
		return (encoded.length() <= LONGEST) ? encoded : encoded.substring(0, BEGINNING) + "~~" + KeyText.digest(name);
	}

	/** Encodes a character, of which some consist of two. */
	private static String encoded(String character) {
		return character.chars().mapToObj("~%04X"::formatted).collect(Collectors.joining());
	}

	/**
	 * {@return the name in the path of a URL}
	 * @param segment the segment of the path, in which any characters may be encoded
	 */
	public static String decode(String segment) {
		return CODE.matcher(segment)
			.replaceAll((code) -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(code.group(1), 16))));
	}

	/**
	 * {@return the region of all keys of a cache, which no other cache and no slot of a
	 * cache has}
	 */
	public static String region(String cache) {
		return of(cache) + "#";
	}

}
