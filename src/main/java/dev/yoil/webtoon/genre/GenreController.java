package dev.yoil.webtoon.genre;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Represents;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Genres over HTTP.
 */
@RestController
class GenreController {

	private final GenreList genres;

	GenreController(GenreList genres) {
		this.genres = genres;
	}

	/**
	 * Answers with all genres.
	 * @return a list of {@link Genre} in the order in which they are shown
	 */
	@KeyedByUri
	@Represents(listOf = Genre.class)
	@GetMapping(path = "/api/v1/genres", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation all() {
		return this.genres.findGenres();
	}

}
