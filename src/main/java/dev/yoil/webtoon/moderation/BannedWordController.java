package dev.yoil.webtoon.moderation;

import java.net.URI;
import java.util.List;

import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.ProblemType;
import dev.yoil.webtoon.Problems;
import dev.yoil.webtoon.RefusedParameterException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
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
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class BannedWordController {

	private static final String PATH = "/api/v1/admin/banned-words";

	private static final int LONGEST_QUERY = 50;

	/**
	 * A digit or a letter of Latin, Greek, Cyrillic, Kana, Han or Hangul, in runs that
	 * have nothing else: JSON Schema has no name for letters.
	 */
	static final String LETTER = "[0-9A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02AF\\u03A3-\\u03E1"
			+ "\\u0400-\\u0481\\u3041-\\u3096\\u30A1-\\u30FA\\u3131-\\u3163\\u3400-\\u4DBF\\u4E00-\\u9FFC\\uAC00-\\uD7A3]";

	private final BannedWordAdministration words;

	BannedWordController(BannedWordAdministration words) {
		this.words = words;
	}

	/**
	 * Answers with a page of the banned words.
	 * @param page the number of the page, the first one unless told
	 * @param size how many words a page has, 30 unless told
	 * @param query a text that is in the word, however it is spelt; anything unless told
	 * @return the page
	 */
	@GetMapping(PATH)
	ModerationPage<BannedWord> page(@RequestParam(defaultValue = "0") @Min(0) @Max(PageParameters.LAST_PAGE) int page,
			@RequestParam(defaultValue = "30") @Min(1) @Max(PageParameters.LARGEST_SIZE) int size,
			@Schema(maxLength = LONGEST_QUERY, pattern = LETTER) @RequestParam @Nullable String query) {
		if (query != null && (query.isBlank() || query.codePointCount(0, query.length()) > LONGEST_QUERY
				|| PlainText.of(query).characters().isEmpty())) {
			throw new RefusedParameterException("query", query,
					"texts of 1 to " + LONGEST_QUERY + " characters with a letter or digit");
		}
		return this.words.page(new PageParameters(page, size), query);
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
		this.words.allow(id);
	}

}
