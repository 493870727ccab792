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
 * Codecs of plain objects: those of which Jackson knows from the declared type what to
 * make of their JSON. A value is encoded only if what comes back is equal: neither a part
 * that is not written nor a class that is not declared may get lost. Thread-safe.
 */
final class JsonCodecs implements ValueCodec.Factory, Ordered {

	private final JsonMapper mapper;

	/**
	 * Creates codecs that write JSON as the application does, but leave nothing out and
	 * read no class names.
	 */
	JsonCodecs(JsonMapper mapper) {
		this.mapper = mapper.rebuild()
			.deactivateDefaultTyping()
			.changeDefaultPropertyInclusion((inclusion) -> JsonInclude.Value.construct(Include.ALWAYS, Include.ALWAYS))
			.disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
			.build();
	}

	/** Whoever knows more of a type comes first. */
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
				throw new IllegalArgumentException("What comes back of the JSON of a " + this.type.toCanonical()
						+ " is not equal to it, as that of a record would be");
			}
			return bytes;
		}

		@Override
		public Object decode(byte[] bytes) {
			return this.mapper.readerFor(this.type).readValue(bytes);
		}

	}

}
