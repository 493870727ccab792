package dev.yoil.lab.plain;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.util.DigestUtils;

/**
 * Builds answers that are ready to send, and caches them in the cache that Spring
 * configures. Thread-safe.
 */
class PrebuiltAnswers {

	private final PlainWebtoons webtoons;

	private final JsonMapper json;

	/**
	 * A finished answer.
	 *
	 * @param json the body as it is
	 * @param gzip the same body, compressed
	 * @param etag a weak entity tag, the same for both
	 */
	@SuppressWarnings("ArrayRecordComponent") // Nothing compares or changes the arrays.
	record Prebuilt(byte[] json, byte[] gzip, String etag) {
	}

	/**
	 * Creates the answers.
	 * @param webtoons reads the database; caches nothing
	 */
	PrebuiltAnswers(PlainWebtoons webtoons, JsonMapper json) {
		this.webtoons = webtoons;
		this.json = json;
	}

	@Cacheable(cacheNames = "prebuilt-lists", sync = true)
	@Transactional(readOnly = true)
	public Prebuilt list(String day, String sort) {
		return build(this.webtoons.list(day, sort));
	}

	@Cacheable(cacheNames = "prebuilt-pages", sync = true)
	@Transactional(readOnly = true)
	public Prebuilt page(String day, int page) {
		return build(this.webtoons.page(day, page));
	}

	@Cacheable(cacheNames = "prebuilt-rankings", sync = true)
	@Transactional(readOnly = true)
	public Prebuilt ranking() {
		return build(this.webtoons.ranking());
	}

	private Prebuilt build(Object value) {
		byte[] body = this.json.writeValueAsBytes(value);
		return new Prebuilt(body, gzip(body), "W/\"" + DigestUtils.md5DigestAsHex(body) + "\"");
	}

	private static byte[] gzip(byte[] body) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
			gzip.write(body);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return bytes.toByteArray();
	}

}
