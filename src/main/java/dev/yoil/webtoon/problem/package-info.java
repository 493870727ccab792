/**
 * Errors as problem details (RFC 9457): what kinds there are, and who answers with them,
 * from MVC to Tomcat.
 */
@NullMarked
package dev.yoil.webtoon.problem;

import org.jspecify.annotations.NullMarked;
