package dev.yoil.webtoon.catalog;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.yoil.webtoon.problem.RefusedParameterException;

/**
 * The day of the week on which new episodes of a webtoon appear.
 */
public enum PublishDay {

	MONDAY("월"), TUESDAY("화"), WEDNESDAY("수"), THURSDAY("목"), FRIDAY("금"), SATURDAY("토"), SUNDAY("일");

	/** Matches the texts accepted by {@link #of(String)}. */
	static final String PATTERN = "^(?:[Mm][Oo][Nn](?:[Dd][Aa][Yy])?|[Tt][Uu][Ee](?:[Ss][Dd][Aa][Yy])?"
			+ "|[Ww][Ee][Dd](?:[Nn][Ee][Ss][Dd][Aa][Yy])?|[Tt][Hh][Uu](?:[Rr][Ss][Dd][Aa][Yy])?"
			+ "|[Ff][Rr][Ii](?:[Dd][Aa][Yy])?|[Ss][Aa][Tt](?:[Uu][Rr][Dd][Aa][Yy])?|[Ss][Uu][Nn](?:[Dd][Aa][Yy])?"
			+ "|[월화수목금토일])$";

	/** Explains {@link #PATTERN}. */
	static final String SPELLINGS = "A day of the week: its English name or the first three letters, in any case, "
			+ "or the first syllable of its Korean name. MONDAY, mon and 월 are the same day.";

	private static final int ABBREVIATION_LENGTH = 3;

	private final String label;

	PublishDay(String label) {
		this.label = label;
	}

	/**
	 * Returns the publish day for its English name, the first three letters of it in any
	 * case, or its Korean label; empty for any other text.
	 */
	static Optional<PublishDay> of(String text) {
		return Arrays.stream(values()).filter((day) -> day.isWritten(text)).findFirst();
	}

	/**
	 * Parses a request parameter.
	 */
	public static PublishDay parameter(String name, String text) {
		return of(text).orElseThrow(() -> new RefusedParameterException(name, text, acceptedTexts()));
	}

	/**
	 * Returns the accepted texts in words, for error messages.
	 */
	static String acceptedTexts() {
		return "%s, also %s or %s".formatted(
				Arrays.stream(values()).map(PublishDay::name).collect(Collectors.joining(", ")),
				Arrays.stream(values()).map(PublishDay::abbreviation).collect(Collectors.joining(" ")),
				Arrays.stream(values()).map(PublishDay::label).collect(Collectors.joining(" ")));
	}

	/**
	 * Returns the Korean label.
	 */
	public String label() {
		return this.label;
	}

	private String abbreviation() {
		return name().substring(0, ABBREVIATION_LENGTH);
	}

	private boolean isWritten(String text) {
		// Converting the case first would depend on the locale: in Turkish, i is not a
		// lower-case I.
		return name().equalsIgnoreCase(text) || abbreviation().equalsIgnoreCase(text) || this.label.equals(text);
	}

}
