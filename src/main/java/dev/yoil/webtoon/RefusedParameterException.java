package dev.yoil.webtoon;

import java.util.stream.Collectors;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * A request parameter that is missing or whose value is not allowed: answered with status
 * 400 and a problem detail that names the parameter, the value and what is allowed.
 */
public final class RefusedParameterException extends ErrorResponseException {

	private static final int LONGEST_VALUE = 40;

	/**
	 * Creates the exception.
	 * @param parameter the parameter's name
	 * @param value its value as the client sent it; blank if it sent none
	 * @param allowed the allowed values in words
	 */
	public RefusedParameterException(String parameter, String value, String allowed) {
		super(HttpStatus.BAD_REQUEST, problem(parameter, value, allowed), null);
	}

	private static ProblemDetail problem(String parameter, String value, String allowed) {
		String complaint = value.isBlank() ? "is missing or blank"
				: "has the value '%s', which is not allowed".formatted(harmless(value));
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST,
				"The parameter '%s' %s. Allowed are %s.".formatted(parameter, complaint, allowed));
	}

	/**
	 * Shortens a value from outside and takes out what could garble a log or a terminal.
	 */
	private static String harmless(String value) {
		String start = value.codePoints()
			.limit(LONGEST_VALUE)
			.mapToObj((character) -> isPrintable(character) ? Character.toString(character) : "?")
			.collect(Collectors.joining());
		return (value.codePointCount(0, value.length()) > LONGEST_VALUE) ? start + "..." : start;
	}

	private static boolean isPrintable(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
					Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED ->
				false;
			default -> true;
		};
	}

}
