/**
 * What the service offers, described as OpenAPI. springdoc finds the operations and
 * serves the document; what they take and answer is told here, from the controllers'
 * methods and the records alone.
 */
@NullMarked
package dev.yoil.webtoon.openapi;

import org.jspecify.annotations.NullMarked;
