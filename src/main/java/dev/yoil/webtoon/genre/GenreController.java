package dev.yoil.webtoon.genre;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Genres over HTTP.
 */
@RestController
@Tag(name = "Genres", description = "The genres of webtoons.")
class GenreController {

	private final GenreList genres;

	GenreController(GenreList genres) {
		this.genres = genres;
	}

	@Operation(summary = "Returns all genres.")
	@KeyedByUri
	@ApiResponse(responseCode = "200",
			content = @Content(array = @ArraySchema(schema = @Schema(implementation = Genre.class))))
	@GetMapping(path = "/api/v1/genres", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation all() {
		return this.genres.findGenres();
	}

}
