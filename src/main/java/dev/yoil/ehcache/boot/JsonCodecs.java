package dev.yoil.ehcache.boot;

import java.lang.reflect.Type;
import java.util.Objects;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.yoil.ehcache.tier.ValueCodec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * A factory of JSON codecs for types that Jackson can read from their declaration. A
 * value is encoded only if the decoded value equals it, so neither properties nor
 * subclasses get lost. Thread-safe.
 */
final class JsonCodecs implements ValueCodec.Factory, Ordered {

	private final JsonMapper mapper;

	/**
	 * Creates a factory with the mapper of the application, except that all properties
	 * are written and class names are ignored.
	 */
	JsonCodecs(JsonMapper mapper) {
		this.mapper = mapper.rebuild()
			.deactivateDefaultTyping()
			.changeDefaultPropertyInclusion((inclusion) -> JsonInclude.Value.construct(Include.ALWAYS, Include.ALWAYS))
			.disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
			.build();
	}

	/** More specific factories take precedence. */
	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

	@Override
	public @Nullable ValueCodec codec(Type declared) {
		JavaType type = this.mapper.constructType(declared);
		return isReadable(type) ? new JsonCodec(this.mapper, type) : null;
	}

	private static boolean isReadable(JavaType type) {
		boolean container = type.isContainerType();
		if (!container && (type.isJavaLangObject() || (type.isAbstract() && !type.isPrimitive()))) {
			return false;
		}
		for (int i = 0; i < type.containedTypeCount(); i++) {
			if (!isReadable(type.containedType(i))) {
				return false;
			}
		}
		return !type.isArrayType() || isReadable(type.getContentType());
	}

	private record JsonCodec(JsonMapper mapper, JavaType type) implements ValueCodec {

		@Override
		public String name() {
			return "json:" + this.type.toCanonical();
		}

		@Override
		public boolean encodes(Object value) {
			Class<?> kind = this.type.getRawClass();
			return (kind.isPrimitive() ? ClassUtils.resolvePrimitiveIfNecessary(kind) : kind).isInstance(value);
		}

		@Override
		public byte[] encode(Object value) {
			byte[] bytes = this.mapper.writerFor(this.type).writeValueAsBytes(value);
			if (!Objects.deepEquals(value, decode(bytes))) {
				throw new IllegalArgumentException("The value of type " + this.type.toCanonical()
						+ " is not equal to the one decoded from its JSON. Use a record, or implement equals.");
			}
			return bytes;
		}

		@Override
		public Object decode(byte[] bytes) {
			return this.mapper.readerFor(this.type).readValue(bytes);
		}

	}

}
