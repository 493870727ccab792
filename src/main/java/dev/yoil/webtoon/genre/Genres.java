package dev.yoil.webtoon.genre;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The genres, for the transactions of other packages.
 */
@Service
@Transactional(propagation = Propagation.MANDATORY)
public class Genres {

	private final GenreRepository genres;

	Genres(GenreRepository genres) {
		this.genres = genres;
	}

	/**
	 * Lets nobody delete or change a genre until the caller's transaction ends, so that a
	 * webtoon can be given it.
	 * @param code its code
	 * @return whether there is such a genre
	 */
	public boolean keep(String code) {
		return this.genres.lock(code).isPresent();
	}

}
