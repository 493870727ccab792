/**
 * Tomcat's connector, with what is at hand answered on the poller's thread.
 */
@NullMarked
package dev.yoil.representation.internal;

import org.jspecify.annotations.NullMarked;
