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
 * Answers that are ready to send, cached by Spring's cache. Thread-safe.
 */
class PrebuiltAnswers {

	private final PlainWebtoons webtoons;

	private final JsonMapper json;

	/**
	 * A finished answer.
	 *
	 * @param json the body
	 * @param gzip the compressed body
	 * @param etag a weak entity tag of both
	 */
	@SuppressWarnings("ArrayRecordComponent") // The arrays are never compared or changed.
	record Prebuilt(byte[] json, byte[] gzip, String etag) {
	}

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
