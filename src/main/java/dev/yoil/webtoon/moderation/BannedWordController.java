package dev.yoil.webtoon.moderation;

import java.net.URI;
import java.util.List;

import dev.yoil.webtoon.ListPage;
import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.validation.Text;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

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
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The banned words over HTTP, for administrators.
 */
@RestController
@Tag(name = "Administration of banned words", description = "Words that are not allowed in reviews.")
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class BannedWordController {

	private static final String PATH = "/api/v1/admin/banned-words";

	private final BannedWords words;

	BannedWordController(BannedWords words) {
		this.words = words;
	}

	@Operation(summary = "Returns a page of the banned words.")
	@GetMapping(PATH)
	ListPage<BannedWord> page(@RequestParam(defaultValue = "0") @Min(0) @Max(PageParameters.MAX_PAGE) int page,
			@RequestParam(defaultValue = "30") @Min(1) @Max(PageParameters.MAX_SIZE) int size,
			@RequestParam(defaultValue = "") String query) {
		return this.words.page(new PageParameters(page, size), NormalizedText.of(query));
	}

	@Operation(summary = "Returns a banned word.")
	@GetMapping(PATH + "/{id}")
	BannedWord get(@PathVariable long id) {
		return this.words.get(id);
	}

	@Operation(summary = "Bans a word.")
	@PostMapping(PATH)
	@ResponseStatus(HttpStatus.CREATED)
	ResponseEntity<BannedWord> ban(@Valid @RequestBody BannedWordRequest body, HttpServletRequest request) {
		BannedWord banned = this.words.ban(List.of(body.word()), body.match()).get(0);
		return ResponseEntity.created(URI.create(request.getRequestURI() + "/" + banned.id())).body(banned);
	}

	@Operation(summary = "Bans many words: all of them or none.")
	@PostMapping(PATH + "/batch")
	@ResponseStatus(HttpStatus.CREATED)
	BannedWordBatch banAll(@Valid @RequestBody BannedWordsRequest body) {
		return new BannedWordBatch(this.words.ban(body.words(), body.match()));
	}

	@Operation(summary = "Changes a banned word.")
	@PutMapping(PATH + "/{id}")
	BannedWord change(@PathVariable long id, @Valid @RequestBody BannedWordRequest body) {
		return this.words.change(id, body.word(), body.match());
	}

	@Operation(summary = "Allows a banned word again.")
	@DeleteMapping(PATH + "/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void allow(@PathVariable long id) {
		this.words.remove(id);
	}

	/**
	 * A word to ban. Without {@code match}, its length decides.
	 */
	record BannedWordRequest(@Text(max = 50) String word, @Nullable WordMatch match) {
	}

	/**
	 * Words to ban together. Without {@code match}, the length of each word decides.
	 */
	record BannedWordsRequest(@NotNull(message = WRONG_COUNT) @Size(min = 1, max = 1000,
			message = WRONG_COUNT) List<@Text(max = 50) String> words, @Nullable WordMatch match) {

		private static final String WRONG_COUNT = "must have 1 to 1000 words";

	}

	/**
	 * Words that were banned together, in the order of the request.
	 */
	record BannedWordBatch(List<BannedWord> items) {
	}

}
