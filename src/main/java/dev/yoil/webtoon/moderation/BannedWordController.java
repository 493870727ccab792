package dev.yoil.webtoon.moderation;

import java.net.URI;
import java.util.List;

import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.ProblemType;
import dev.yoil.webtoon.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

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
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class BannedWordController {

	private static final String PATH = "/api/v1/admin/banned-words";

	private final BannedWords words;

	BannedWordController(BannedWords words) {
		this.words = words;
	}

	/**
	 * Answers with a page of the banned words.
	 * @param page the number of the page, the first one unless told
	 * @param size how many words a page has, 30 unless told
	 * @param query a text that is in the word, however it is written; anything unless
	 * told
	 * @return the page
	 */
	@GetMapping(PATH)
	ModerationPage<BannedWord> page(@RequestParam(defaultValue = "0") @Min(0) @Max(PageParameters.LAST_PAGE) int page,
			@RequestParam(defaultValue = "30") @Min(1) @Max(PageParameters.LARGEST_SIZE) int size,
			@RequestParam(defaultValue = "") String query) {
		return this.words.page(new PageParameters(page, size), PlainText.of(query));
	}

	/**
	 * Answers with one banned word.
	 * @param id its number
	 * @return the word
	 */
	@Problems(ProblemType.UNKNOWN_BANNED_WORD)
	@GetMapping(PATH + "/{id}")
	BannedWord get(@PathVariable long id) {
		return this.words.get(id);
	}

	/**
	 * Bans a word.
	 * @param body the word
	 * @param request tells where the words are
	 * @return the word with its number
	 */
	@Problems({ ProblemType.BANNED_WORD_EXISTS, ProblemType.TOO_MANY_BANNED_WORDS })
	@PostMapping(PATH)
	ResponseEntity<BannedWord> ban(@Valid @RequestBody BannedWordRequest body, HttpServletRequest request) {
		BannedWord banned = this.words.ban(List.of(body.word()), body.match()).get(0);
		return ResponseEntity.created(URI.create(request.getRequestURI() + "/" + banned.id())).body(banned);
	}

	/**
	 * Bans many words at once: all of them, or none.
	 * @param body the words
	 * @return the words with their numbers
	 */
	@Problems({ ProblemType.BANNED_WORD_EXISTS, ProblemType.TOO_MANY_BANNED_WORDS })
	@PostMapping(PATH + "/batch")
	@ResponseStatus(HttpStatus.CREATED)
	BannedWordBatch banAll(@Valid @RequestBody BannedWordsRequest body) {
		return new BannedWordBatch(this.words.ban(body.words(), body.match()));
	}

	/**
	 * Changes a banned word.
	 * @param id its number
	 * @param body the word in its place
	 * @return the word as it is now
	 */
	@Problems({ ProblemType.UNKNOWN_BANNED_WORD, ProblemType.BANNED_WORD_EXISTS, ProblemType.TOO_MANY_BANNED_WORDS })
	@PutMapping(PATH + "/{id}")
	BannedWord change(@PathVariable long id, @Valid @RequestBody BannedWordRequest body) {
		return this.words.change(id, body.word(), body.match());
	}

	/**
	 * Allows a banned word again.
	 * @param id its number
	 */
	@Problems(ProblemType.UNKNOWN_BANNED_WORD)
	@DeleteMapping(PATH + "/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void allow(@PathVariable long id) {
		this.words.remove(id);
	}

}
