package dev.yoil.ehcache.region;

import dev.yoil.ehcache.internal.label.Labels;

/**
 * The labels of regions, to change them in a single step: Lincheck cannot restore the
 * state of all else that {@link Regions#changed} uses.
 */
public final class RegionLabels {

	private RegionLabels() {
	}

	public static Labels of(Regions regions) {
		return regions.labels();
	}

}
