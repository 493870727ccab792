package dev.yoil.webtoon.thumbnail;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * The pictures of webtoons. Each is drawn from nothing but its number, so it never
 * changes, and browsers need not ask for it twice.
 */
@RestController
class ThumbnailController {

	private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,18}");

	private static final MediaType SVG = MediaType.valueOf("image/svg+xml");

	private static final CacheControl FOR_EVER = CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

	/**
	 * Answers with the picture that has a number.
	 * @param number a positive whole number of 64 bits, without leading zeros
	 * @return an SVG picture, three wide to four high
	 * @throws ResponseStatusException with status 404 if it is no such number
	 */
	@GetMapping("/thumbnails/{number}.svg")
	ResponseEntity<byte[]> thumbnail(@PathVariable String number) {
		return ResponseEntity.ok()
			.contentType(SVG)
			.cacheControl(FOR_EVER)
			.body(Thumbnail.draw(parse(number)).getBytes(StandardCharsets.US_ASCII));
	}

	private static long parse(String number) {
		try {
			if (NUMBER.matcher(number).matches()) {
				return Long.parseLong(number);
			}
		}
		catch (NumberFormatException ex) {
			// Nineteen digits may be just too many: no such picture either.
		}
		throw new ResponseStatusException(HttpStatus.NOT_FOUND,
				"There is no such thumbnail: thumbnails have the numbers from 1 to " + Long.MAX_VALUE + ".");
	}

}
