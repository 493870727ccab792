/**
 * Parts of the OpenAPI document that springdoc cannot derive from the controllers.
 */
@NullMarked
package dev.yoil.webtoon.openapi;

import org.jspecify.annotations.NullMarked;
