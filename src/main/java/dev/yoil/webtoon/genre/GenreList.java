package dev.yoil.webtoon.genre;

import dev.yoil.ehcache.region.Regions;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * The cached list of all genres.
 */
@Service
class GenreList {

	private static final String CACHE = "findGenres";

	/** The region of the cache in {@code ehcache.xml}. */
	private static final String REGION = "genres";

	private final GenreRepository genres;

	private final Representations representations;

	private final Regions regions;

	GenreList(GenreRepository genres, Representations representations, Regions regions) {
		this.genres = genres;
		this.representations = representations;
		this.regions = regions;
	}

	@Cacheable(cacheNames = CACHE, key = "'all'", sync = true)
	Representation findGenres() {
		return this.representations.kept(this.genres.findAllByOrderByPositionAscCodeAsc(Genre.class));
	}

	/**
	 * Names the list before it is known whether a request changes it.
	 */
	void mayChange() {
		this.regions.mayHaveChanged(REGION);
	}

	/**
	 * Evicts the list; in a transaction, after its commit.
	 */
	@CacheEvict(cacheNames = CACHE, key = "'all'")
	void evict() {
		// The annotation evicts.
	}

}
