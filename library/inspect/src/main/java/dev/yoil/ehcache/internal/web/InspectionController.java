package dev.yoil.ehcache.internal.web;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.web.bind.annotation.RestController;

/**
 * A controller of the inspection. {@link InspectionAdapter} calls it, so its JSON does
 * not depend on settings of the application.
 */
@Documented
@RestController
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface InspectionController {

}
