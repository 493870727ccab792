package dev.yoil.webtoon;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States that a text from outside stands for a constant of an enumeration, and is best
 * written as that constant writes itself. It is for those who describe the text; who
 * reads it checks it.
 */
@Documented
@Target({ ElementType.PARAMETER, ElementType.RECORD_COMPONENT })
@Retention(RetentionPolicy.RUNTIME)
public @interface OneOf {

	/**
	 * The enumeration.
	 * @return its type
	 */
	Class<? extends Enum<?>> value();

}
