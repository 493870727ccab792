/**
 * Errors as problem details (RFC 9457), from MVC to Tomcat.
 */
@NullMarked
package dev.yoil.webtoon.problem;

import org.jspecify.annotations.NullMarked;
