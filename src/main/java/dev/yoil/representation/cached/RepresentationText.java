package dev.yoil.representation.cached;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.yoil.ehcache.inspect.ValueText;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.Representation;
import org.jspecify.annotations.Nullable;

/**
 * Shows a cached representation as the JSON that it holds, with its size and entity tag
 * in each coding. Looking compresses nothing: the size is unknown until somebody did.
 */
final class RepresentationText implements ValueText.Renderer {

	private final ValueText.Renderer others;

	RepresentationText(ValueText.Renderer others) {
		this.others = others;
	}

	@Override
	public ValueText render(@Nullable Object value, int most) {
		if (!(value instanceof Representation representation)) {
			return this.others.render(value, most);
		}
		// One more than is shown tells that there is more.
		return new ValueText(KeyText.cut(representation.beginning(most + 1), most), representation.characters(),
				details(representation));
	}

	@Override
	public long size(@Nullable Object value) {
		return (value instanceof Representation representation) ? representation.length() : this.others.size(value);
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
