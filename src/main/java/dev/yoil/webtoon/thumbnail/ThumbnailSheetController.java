package dev.yoil.webtoon.thumbnail;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.representation.Represents;
import dev.yoil.representation.SentAs;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Several pictures of webtoons in one answer, for whoever shows a list of them.
 */
@RestController
class ThumbnailSheetController {

	private static final Pattern NUMBERS = Pattern
		.compile("[1-9][0-9]{0,17}(-[1-9][0-9]{0,17}){0," + (ThumbnailSheet.MOST - 1) + "}");

	private static final SentAs PICTURE_FOR_EVER = new SentAs("image/svg+xml", "Accept-Encoding",
			"max-age=31536000, public, immutable");

	private final Representations representations;

	ThumbnailSheetController(Representations representations) {
		this.representations = representations;
	}

	/**
	 * Answers with the pictures of several numbers side by side.
	 * @param numbers whole numbers from 1 on, of at most 18 digits, 1 to 30 of them with
	 * hyphens between them, none of them twice
	 * @return an SVG picture, in which the view called {@code t17} shows the picture 17
	 * @throws ResponseStatusException with status 404 if they are no such numbers
	 */
	@Represents(byte[].class)
	@GetMapping("/thumbnails/sheet/{numbers}.svg")
	Representation sheet(@PathVariable String numbers) {
		List<Long> asked = NUMBERS.matcher(numbers).matches()
				? Arrays.stream(numbers.split("-")).map(Long::valueOf).distinct().toList() : List.of();
		if (asked.isEmpty() || asked.size() != numbers.split("-").length) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND,
					"There is no such sheet: a sheet has 1 to 30 numbers of thumbnails, none of them twice.");
		}
		return this.representations.of(new ThumbnailSheet(asked).draw(), PICTURE_FOR_EVER);
	}

}
