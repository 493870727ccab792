package dev.yoil.webtoon.validation;

import java.util.regex.Pattern;

import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import org.jspecify.annotations.Nullable;

/**
 * The validator of {@link Text}. Public because it is created by reflection. Thread-safe
 * once initialized.
 */
public final class TextValidator implements ConstraintValidator<Text, CharSequence> {

	/**
	 * Separators of lines, unpaired surrogates, and embeddings, overrides and isolates of
	 * direction.
	 */
	private static final String REFUSED_ANYWHERE = "\\p{Zl}\\p{Zp}\\p{Cs}\\u202A-\\u202E\\u2066-\\u2069";

	private static final Pattern REFUSED = Pattern.compile("[\\p{Cc}" + REFUSED_ANYWHERE + "]");

	private static final Pattern REFUSED_IN_LINES = Pattern.compile("[\\p{Cc}" + REFUSED_ANYWHERE + "&&[^\\n]]");

	private int max;

	private boolean lines;

	@Override
	public void initialize(Text annotation) {
		this.max = annotation.max();
		this.lines = annotation.lines();
	}

	@Override
	public boolean isValid(@Nullable CharSequence text, ConstraintValidatorContext context) {
		if (text == null || text.toString().isBlank() || text.codePoints().count() > this.max) {
			return false;
		}
		if ((this.lines ? REFUSED_IN_LINES : REFUSED).matcher(text).find()) {
			return refuse(context, "must not contain control characters or half of a character");
		}
		if (!text.toString().strip().contentEquals(text)) {
			return refuse(context, "must not begin or end with spaces");
		}
		return true;
	}

	private static boolean refuse(ConstraintValidatorContext context, String message) {
		context.disableDefaultConstraintViolation();
		context.buildConstraintViolationWithTemplate(message).addConstraintViolation();
		return false;
	}

}
