package dev.yoil.webtoon.genre;

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

	private final GenreRepository genres;

	private final Representations representations;

	GenreList(GenreRepository genres, Representations representations) {
		this.genres = genres;
		this.representations = representations;
	}

	@Cacheable(cacheNames = CACHE, key = "'all'", sync = true)
	Representation findGenres() {
		return this.representations.kept(this.genres.findAllByOrderByPositionAscCodeAsc(Genre.class));
	}

	/**
	 * Evicts the list; in a transaction, after its commit.
	 */
	@CacheEvict(cacheNames = CACHE, key = "'all'")
	void evict() {
		// The annotation evicts.
	}

}
