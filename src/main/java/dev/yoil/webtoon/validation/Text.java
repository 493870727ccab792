package dev.yoil.webtoon.validation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;

/**
 * A text without surrounding spaces and with 1 to {@link #max()} characters, counted as
 * code points. Control characters, unpaired surrogates and characters that change the
 * text direction are refused, and so is {@code null}.
 */
@Documented
@Constraint(validatedBy = TextValidator.class)
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT,
		ElementType.ANNOTATION_TYPE, ElementType.TYPE_USE })
@Retention(RetentionPolicy.RUNTIME)
public @interface Text {

	/**
	 * Returns the largest number of characters.
	 * @return a number from 1
	 */
	int max();

	/**
	 * Returns whether line breaks are allowed.
	 * @return {@code false} by default
	 */
	boolean lines() default false;

	/**
	 * Returns the message for a wrong length.
	 */
	String message() default "must have 1 to {max} characters, not only spaces";

	/**
	 * Returns the groups.
	 */
	Class<?>[] groups() default {};

	/**
	 * Returns the payload.
	 */
	Class<? extends Payload>[] payload() default {};

}
