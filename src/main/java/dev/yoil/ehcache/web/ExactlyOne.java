package dev.yoil.ehcache.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says of a body that it has to have exactly one of some texts, for who describes the
 * body to clients. It is checked where the body is used.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface ExactlyOne {

	/**
	 * The names of the fields.
	 * @return two or more
	 */
	String[] value();

}
