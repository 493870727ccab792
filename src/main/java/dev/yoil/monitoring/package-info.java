/**
 * Support for the Scouter agent, in the profile {@code scouter} only.
 */
@NullMarked
package dev.yoil.monitoring;

import org.jspecify.annotations.NullMarked;
