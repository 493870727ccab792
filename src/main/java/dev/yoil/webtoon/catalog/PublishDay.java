package dev.yoil.webtoon.catalog;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.yoil.webtoon.problem.RefusedParameterException;

/**
 * The day of the week on which a webtoon's new episodes come out.
 */
public enum PublishDay {

	/** Monday. */
	MONDAY("월"),

	/** Tuesday. */
	TUESDAY("화"),

	/** Wednesday. */
	WEDNESDAY("수"),

	/** Thursday. */
	THURSDAY("목"),

	/** Friday. */
	FRIDAY("금"),

	/** Saturday. */
	SATURDAY("토"),

	/** Sunday. */
	SUNDAY("일");

	/** Matches the texts that {@link #of(String)} knows. */
	static final String PATTERN = "^(?:[Mm][Oo][Nn](?:[Dd][Aa][Yy])?|[Tt][Uu][Ee](?:[Ss][Dd][Aa][Yy])?"
			+ "|[Ww][Ee][Dd](?:[Nn][Ee][Ss][Dd][Aa][Yy])?|[Tt][Hh][Uu](?:[Rr][Ss][Dd][Aa][Yy])?"
			+ "|[Ff][Rr][Ii](?:[Dd][Aa][Yy])?|[Ss][Aa][Tt](?:[Uu][Rr][Dd][Aa][Yy])?|[Ss][Uu][Nn](?:[Dd][Aa][Yy])?"
			+ "|[월화수목금토일])$";

	/** Explains {@link #PATTERN} to a reader. */
	static final String SPELLINGS = "A day of the week: its English name or the first three letters of it, in any "
			+ "case, or the first syllable of its Korean name. MONDAY, mon and 월 are the same day.";

	private static final int ABBREVIATION_LENGTH = 3;

	private final String label;

	PublishDay(String label) {
		this.label = label;
	}

	/**
	 * The publish day that a text stands for: its name or the first three letters of its
	 * name, in upper or lower case, or its Korean label.
	 * @return the publish day, or empty if the text stands for none
	 */
	static Optional<PublishDay> of(String text) {
		return Arrays.stream(values()).filter((day) -> day.isWritten(text)).findFirst();
	}

	/**
	 * Reads a parameter that has to be such a text.
	 * @param name the name of the parameter
	 * @param text what the client sent
	 * @return the publish day
	 * @throws RefusedParameterException if the text stands for none
	 */
	public static PublishDay parameter(String name, String text) {
		return of(text).orElseThrow(() -> new RefusedParameterException(name, text, acceptedTexts()));
	}

	/**
	 * The texts that stand for a publish day, put so that a reader of an error message
	 * can correct a wrong one.
	 */
	static String acceptedTexts() {
		return "%s, also %s or %s".formatted(
				Arrays.stream(values()).map(PublishDay::name).collect(Collectors.joining(", ")),
				Arrays.stream(values()).map(PublishDay::abbreviation).collect(Collectors.joining(" ")),
				Arrays.stream(values()).map(PublishDay::label).collect(Collectors.joining(" ")));
	}

	/**
	 * The day as Korean readers know it.
	 * @return one syllable
	 */
	public String label() {
		return this.label;
	}

	private String abbreviation() {
		return name().substring(0, ABBREVIATION_LENGTH);
	}

	private boolean isWritten(String text) {
		// Changing the case first would depend on the server's language: in Turkish, i is
		// no small I.
		return name().equalsIgnoreCase(text) || abbreviation().equalsIgnoreCase(text) || this.label.equals(text);
	}

}
