package dev.yoil.representation.cached;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.spi.ValueText;
import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.Representation;
import org.jspecify.annotations.Nullable;

/**
 * The view of a cached representation in the inspection: its JSON, with its length and
 * entity tag in each coding. It compresses nothing, so the length of a missing form is
 * unknown.
 */
final class RepresentationText implements ValueText.Renderer {

	@Override
	public @Nullable ValueText render(@Nullable Object value, int most) {
		if (!(value instanceof Representation representation)) {
			return null;
		}
		String json = representation.json();
		return new ValueText(KeyText.cut(json, most), json.length(), details(representation));
	}

	@Override
	public @Nullable Long size(@Nullable Object value) {
		return (value instanceof Representation representation) ? Long.valueOf(representation.length()) : null;
	}

	private static Map<String, @Nullable Object> details(Representation representation) {
		Map<String, @Nullable Object> details = new LinkedHashMap<>();
		details.put("madeAt", representation.madeAt());
		details.put("bytes", representation.length());
		details.put("etag", representation.etag(ContentCoding.IDENTITY));
		details.put("gzipBytes", representation.length(ContentCoding.GZIP));
		details.put("gzipEtag", representation.etag(ContentCoding.GZIP));
		Integer brotli = representation.length(ContentCoding.BROTLI);
		if (brotli != null) {
			details.put("brotliBytes", brotli);
			details.put("brotliEtag", representation.etag(ContentCoding.BROTLI));
		}
		return details;
	}

}
