package dev.yoil.webtoon.validation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;

/**
 * What somebody wrote: not blank, without spaces around it, of so many characters, and
 * without any that no database or page takes: control characters, unpaired surrogates,
 * and those that turn the direction of what follows. Characters are counted as code
 * points, so that an emoji is one. {@code null} is refused.
 */
@Documented
@Constraint(validatedBy = TextValidator.class)
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT,
		ElementType.ANNOTATION_TYPE, ElementType.TYPE_USE })
@Retention(RetentionPolicy.RUNTIME)
public @interface Text {

	/**
	 * The most characters that it may have.
	 * @return a number from 1
	 */
	int max();

	/**
	 * Whether lines may be broken in it.
	 * @return {@code false} unless told
	 */
	boolean lines() default false;

	/**
	 * What the client is told, unless the text is wrong in a way that is told otherwise.
	 * @return a message
	 */
	String message() default "must have 1 to {max} characters, not only spaces";

	/**
	 * Groups, as for every constraint.
	 * @return none
	 */
	Class<?>[] groups() default {};

	/**
	 * Payload, as for every constraint.
	 * @return none
	 */
	Class<? extends Payload>[] payload() default {};

}
