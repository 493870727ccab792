package dev.yoil.webtoon.genre;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * The list of all genres, cached.
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

	/**
	 * All genres: from the cache, or read once for all who ask meanwhile.
	 * @return a list of {@link Genre} in the order in which they are shown
	 */
	@Cacheable(cacheNames = CACHE, key = "'all'", sync = true)
	Representation findGenres() {
		return this.representations.kept(this.genres.findAllByOrderByPositionAscCodeAsc(Genre.class));
	}

	/**
	 * Forgets them; in a transaction, once it is committed.
	 */
	@CacheEvict(cacheNames = CACHE, key = "'all'")
	void forget() {
		// The annotation says it all.
	}

}
