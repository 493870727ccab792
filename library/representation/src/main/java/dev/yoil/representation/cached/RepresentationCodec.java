package dev.yoil.representation.cached;

import dev.yoil.ehcache.tier.ValueCodec;
import dev.yoil.representation.Representation;
import dev.yoil.representation.RepresentationBytes;

/**
 * The codec of representations for the shared tier. Thread-safe.
 */
final class RepresentationCodec implements ValueCodec {

	@Override
	public String name() {
		return "representation";
	}

	@Override
	public boolean encodes(Object value) {
		return value instanceof Representation;
	}

	@Override
	public byte[] encode(Object value) {
		return RepresentationBytes.of((Representation) value);
	}

	@Override
	public Object decode(byte[] bytes) {
		return RepresentationBytes.read(bytes);
	}

}
