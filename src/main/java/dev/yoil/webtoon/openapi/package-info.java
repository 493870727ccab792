/**
 * What springdoc cannot derive from the controllers for the OpenAPI document of the
 * service: problems, credentials, and the rules of texts.
 */
@NullMarked
package dev.yoil.webtoon.openapi;

import org.jspecify.annotations.NullMarked;
