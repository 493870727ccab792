package dev.yoil.webtoon;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States which problems a controller method can answer with, for those who describe it.
 * What its form tells is left out: parameters and bodies that are refused, credentials
 * that are missing, the database that is away.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Problems {

	/**
	 * The problems.
	 * @return their types
	 */
	ProblemType[] value();

}
