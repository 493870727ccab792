package dev.yoil.webtoon.genre;

import java.net.URI;
import java.util.List;

import dev.yoil.webtoon.ProblemType;
import dev.yoil.webtoon.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The administration of genres over HTTP.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class GenreAdministrationController {

	private static final String PATH = "/api/v1/admin/genres";

	private final GenreAdministration administration;

	GenreAdministrationController(GenreAdministration administration) {
		this.administration = administration;
	}

	/**
	 * Answers with all genres.
	 * @return them in the order in which they are shown
	 */
	@GetMapping(PATH)
	List<AdministeredGenre> all() {
		return this.administration.all();
	}

	/**
	 * Answers with one genre.
	 * @param code the code of the genre
	 * @return the genre
	 */
	@Problems(ProblemType.UNKNOWN_GENRE)
	@GetMapping(PATH + "/{code}")
	AdministeredGenre one(@PathVariable String code) {
		return this.administration.one(code);
	}

	/**
	 * Creates a genre.
	 * @param genre the genre
	 * @param request tells where it is asked for
	 * @return the genre
	 */
	@Problems(ProblemType.GENRE_EXISTS)
	@PostMapping(PATH)
	ResponseEntity<AdministeredGenre> create(@Valid @RequestBody AdministeredGenre genre, HttpServletRequest request) {
		try {
			this.administration.create(genre);
		}
		catch (DuplicateKeyException ex) {
			throw ProblemType.GENRE_EXISTS
				.exception("There is a genre of that code already. Change it with PUT, or choose another code.");
		}
		return ResponseEntity.created(URI.create(request.getRequestURI() + "/" + genre.code())).body(genre);
	}

	/**
	 * Changes a genre.
	 * @param code the code of the genre
	 * @param draft what it is to be
	 * @return the genre as it is now
	 */
	@Problems(ProblemType.UNKNOWN_GENRE)
	@PutMapping(PATH + "/{code}")
	AdministeredGenre replace(@PathVariable String code, @Valid @RequestBody GenreDraft draft) {
		return this.administration.replace(code, draft);
	}

	/**
	 * Deletes a genre that no webtoon has.
	 * @param code the code of the genre
	 */
	@Problems({ ProblemType.UNKNOWN_GENRE, ProblemType.GENRE_IN_USE })
	@DeleteMapping(PATH + "/{code}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void delete(@PathVariable String code) {
		this.administration.delete(code);
	}

}
