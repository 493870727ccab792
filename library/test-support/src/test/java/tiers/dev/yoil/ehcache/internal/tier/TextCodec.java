package dev.yoil.ehcache.internal.tier;

import java.nio.charset.StandardCharsets;

import dev.yoil.ehcache.tier.ValueCodec;

/**
 * A codec of texts, which finds nothing wrong with a damaged one.
 *
 * @param name its name in the bytes
 */
public record TextCodec(String name) implements ValueCodec {

	public TextCodec() {
		this("text");
	}

	@Override
	public boolean encodes(Object value) {
		return value instanceof String;
	}

	@Override
	public byte[] encode(Object value) {
		return value.toString().getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public Object decode(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

}
