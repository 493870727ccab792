package dev.yoil.ehcache.internal.tier;

import java.lang.reflect.Type;
import java.time.ZoneId;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.yoil.ehcache.tier.ValueCodec;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * A factory of JSON codecs for types that Jackson can read from their declaration. A
 * value is encoded only if the decoded value equals it, so neither properties nor
 * subclasses get lost. Thread-safe.
 */
public final class JsonCodecs implements ValueCodec.Factory, Ordered {

	private static final boolean DATA_IS_PRESENT = ClassUtils.isPresent("org.springframework.data.domain.Page",
			JsonCodecs.class.getClassLoader());

	/** Features that round times. Jackson 3.0 has none and does not know their names. */
	private static final DateTimeFeature[] ROUNDING = Stream.of(DateTimeFeature.values())
		.filter((feature) -> feature.name().startsWith("TRUNCATE_TO_MSECS"))
		.toArray(DateTimeFeature[]::new);

	/** Abstract types of which Jackson knows the subtypes. */
	private static final Set<Class<?>> READABLE = Set.of(ZoneId.class, Number.class);

	private final JsonMapper mapper;

	/**
	 * Creates a factory with the mapper of the application, except that nothing is left
	 * out or rounded, and class names are ignored.
	 */
	public JsonCodecs(JsonMapper mapper) {
		AnnotationIntrospector types = AnnotationIntrospector
			.pair(mapper.serializationConfig().getAnnotationIntrospector(), new SealedTypes());
		this.mapper = mapper.rebuild()
			.deactivateDefaultTyping()
			.changeDefaultPropertyInclusion((inclusion) -> JsonInclude.Value.construct(Include.ALWAYS, Include.ALWAYS))
			.disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE, DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID,
					DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, DateTimeFeature.WRITE_DATE_KEYS_AS_TIMESTAMPS,
					DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
			.disable(ROUNDING)
			.enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
			.disable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
			.annotationIntrospector(DATA_IS_PRESENT ? AnnotationIntrospector.pair(new DataPages(), types) : types)
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

	private boolean isReadable(JavaType type) {
		boolean known = type.isContainerType() || type.isPrimitive() || READABLE.contains(type.getRawClass())
				|| (DATA_IS_PRESENT && DataPages.TYPES.contains(type.getRawClass()));
		if (!known && (type.isJavaLangObject() || (type.isAbstract() && !isPolymorphic(type)))) {
			return false;
		}
		for (int i = 0; i < type.containedTypeCount(); i++) {
			if (!isReadable(type.containedType(i))) {
				return false;
			}
		}
		return !type.isArrayType() || isReadable(type.getContentType());
	}

	/** Tells whether the JSON of a type names the subtype. */
	private boolean isPolymorphic(JavaType type) {
		DeserializationConfig config = this.mapper.deserializationConfig();
		return config.getAnnotationIntrospector()
			.findPolymorphicTypeInfo(config,
					config.classIntrospectorInstance().introspectClassAnnotations(type)) != null;
	}

	/**
	 * Names the subtype of sealed types in their JSON. Jackson knows the permitted ones.
	 */
	private static final class SealedTypes extends NopAnnotationIntrospector {

		private static final JsonTypeInfo.Value TYPE_INFO = JsonTypeInfo.Value
			.from(Named.class.getAnnotation(JsonTypeInfo.class));

		@Override
		public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
			return (annotated instanceof AnnotatedClass && annotated.getRawType().isSealed()) ? TYPE_INFO : null;
		}

		@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "@type")
		private static final class Named {

		}

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
			ValueDifference difference = ValueDifference.between(value, decode(bytes));
			if (difference != null) {
				throw new IllegalArgumentException("A value of type " + this.type.toCanonical()
						+ " is not equal to the one decoded from its JSON: " + difference + ".");
			}
			return bytes;
		}

		@Override
		public Object decode(byte[] bytes) {
			return this.mapper.readerFor(this.type).readValue(bytes);
		}

	}

}
