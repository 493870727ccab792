package dev.yoil.webtoon.validation;

import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import org.jspecify.annotations.Nullable;

/**
 * Checks what is marked with {@link Text}. Public, because validators are made by
 * reflection. Thread-safe once initialized.
 */
public final class TextValidator implements ConstraintValidator<Text, CharSequence> {

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
		if (text.codePoints().anyMatch((character) -> !isAllowed(character))) {
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

	private boolean isAllowed(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL -> this.lines && character == '\n';
			case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> false;
			default -> !turnsDirection(character);
		};
	}

	private static boolean turnsDirection(int character) {
		return switch (Character.getDirectionality(character)) {
			case Character.DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING, Character.DIRECTIONALITY_RIGHT_TO_LEFT_EMBEDDING,
					Character.DIRECTIONALITY_LEFT_TO_RIGHT_OVERRIDE, Character.DIRECTIONALITY_RIGHT_TO_LEFT_OVERRIDE,
					Character.DIRECTIONALITY_POP_DIRECTIONAL_FORMAT, Character.DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE,
					Character.DIRECTIONALITY_RIGHT_TO_LEFT_ISOLATE, Character.DIRECTIONALITY_FIRST_STRONG_ISOLATE,
					Character.DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE ->
				true;
			default -> false;
		};
	}

}
