package dev.yoil.webtoon.thumbnail;

import java.util.List;

/**
 * What a thumbnail shows in front of its background.
 */
@FunctionalInterface
interface Motif {

	/**
	 * Every motif. Their order is part of what a thumbnail's number means: browsers keep
	 * thumbnails for good, so a changed order gives readers a mixture of old and new.
	 */
	List<Motif> ALL = List.of(Landscapes::hills, Ornaments::orbits, Ornaments::flower, Cities::city, Landscapes::sunset,
			Ornaments::ribbons);

	/**
	 * Draws the motif.
	 */
	void draw(Drawing drawing);

}
