package dev.yoil.representation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States what a {@link Representation} that a controller method returns was made of, for
 * those who describe the answers: its bytes do not tell. Where both elements are given,
 * the request decides which of them it is.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Represents {

	/**
	 * The type of the value.
	 * @return a record, or an array of bytes for a picture; {@code void} unless told
	 */
	Class<?> value() default void.class;

	/**
	 * The type of the items, if the value is a list.
	 * @return a record; {@code void} unless told
	 */
	Class<?> listOf() default void.class;

}
