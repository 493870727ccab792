package dev.yoil.webtoon.genre;

import java.net.URI;
import java.util.List;

import dev.yoil.webtoon.problem.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
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
@Tag(name = "Administration of genres", description = "Creates, changes and deletes genres.")
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class GenreAdministrationController {

	private static final String PATH = "/api/v1/admin/genres";

	private final GenreAdministration administration;

	GenreAdministrationController(GenreAdministration administration) {
		this.administration = administration;
	}

	@Operation(summary = "Returns all genres.")
	@GetMapping(PATH)
	List<AdministeredGenre> all() {
		return this.administration.all();
	}

	@Operation(summary = "Returns a genre.")
	@GetMapping(PATH + "/{code}")
	AdministeredGenre one(@PathVariable String code) {
		return this.administration.one(code);
	}

	@Operation(summary = "Creates a genre.")
	@PostMapping(PATH)
	@ResponseStatus(HttpStatus.CREATED)
	ResponseEntity<AdministeredGenre> create(@Valid @RequestBody AdministeredGenre genre, HttpServletRequest request) {
		try {
			this.administration.create(genre);
		}
		catch (DuplicateKeyException ex) {
			throw ProblemType.GENRE_EXISTS
				.exception("A genre with this code already exists. Change it with PUT, or choose another code.");
		}
		return ResponseEntity.created(URI.create(request.getRequestURI() + "/" + genre.code())).body(genre);
	}

	@Operation(summary = "Changes a genre.")
	@PutMapping(PATH + "/{code}")
	AdministeredGenre replace(@PathVariable String code, @Valid @RequestBody GenreDraft draft) {
		return this.administration.replace(code, draft);
	}

	@Operation(summary = "Deletes a genre that no webtoon uses.")
	@DeleteMapping(PATH + "/{code}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void delete(@PathVariable String code) {
		this.administration.delete(code);
	}

}
