/**
 * What the service does for the Scouter agent, under the profile {@code scouter} only.
 */
@NullMarked
package dev.yoil.monitoring;

import org.jspecify.annotations.NullMarked;
