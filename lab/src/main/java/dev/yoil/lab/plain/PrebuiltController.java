package dev.yoil.lab.plain;

import dev.yoil.lab.plain.PrebuiltAnswers.Prebuilt;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Sends the answers of {@link PlainController} from prebuilt bytes. Spring compares the
 * entity tag with {@code If-None-Match} and answers 304.
 */
@RestController
class PrebuiltController {

	private final PrebuiltAnswers answers;

	PrebuiltController(PrebuiltAnswers answers) {
		this.answers = answers;
	}

	@GetMapping(path = "/api/v1/webtoon", params = { "publishDay", "!page" }, produces = "application/json")
	ResponseEntity<byte[]> list(@RequestParam(name = "publishDay") String day,
			@RequestParam(name = "sort", defaultValue = "title") String sort,
			@RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, defaultValue = "") String encodings) {
		return send(this.answers.list(day, sort), encodings);
	}

	@GetMapping(path = "/api/v1/webtoon", params = { "publishDay", "page" }, produces = "application/json")
	ResponseEntity<byte[]> page(@RequestParam(name = "publishDay") String day, @RequestParam(name = "page") int page,
			@RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, defaultValue = "") String encodings) {
		return send(this.answers.page(day, page), encodings);
	}

	@GetMapping(path = "/api/v1/ranking/daily", params = "!of", produces = "application/json")
	ResponseEntity<byte[]> ranking(
			@RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, defaultValue = "") String encodings) {
		return send(this.answers.ranking(), encodings);
	}

	private static ResponseEntity<byte[]> send(Prebuilt answer, String encodings) {
		ResponseEntity.BodyBuilder response = ResponseEntity.ok()
			.contentType(MediaType.APPLICATION_JSON)
			.eTag(answer.etag())
			.varyBy(HttpHeaders.ACCEPT_ENCODING);
		return encodings.contains("gzip") ? response.header(HttpHeaders.CONTENT_ENCODING, "gzip").body(answer.gzip())
				: response.body(answer.json());
	}

}
