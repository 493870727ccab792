package dev.yoil.webtoon;

import java.time.LocalDate;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.jdk.NumberDeserializers;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.ext.javatime.deser.LocalDateDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Strict reading of JSON bodies: a quoted number is not a number, a number is not a text,
 * an empty text is not {@code null}, 4.5 is not 4, and an array is not a date. As in JSON
 * Schema, 4.0 is 4.
 */
@Configuration(proxyBeanMethods = false)
class JsonConfiguration {

	@Bean
	JsonMapperBuilderCustomizer noCoercion() {
		return (builder) -> builder.disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
			.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
			.addModule(new SimpleModule().addDeserializer(Integer.class, new WholeNumber())
				.addDeserializer(LocalDate.class, new DateText()))
			.enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
			.withCoercionConfigDefaults((all) -> all.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
				.setAcceptBlankAsEmpty(true))
			.withCoercionConfig(LogicalType.Textual,
					(texts) -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
						.setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
						.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
	}

	private static final class WholeNumber extends StdScalarDeserializer<Integer> {

		private final ValueDeserializer<Integer> integers = new NumberDeserializers.IntegerDeserializer(Integer.class,
				null);

		WholeNumber() {
			super(Integer.class);
		}

		@Override
		public Integer deserialize(JsonParser parser, DeserializationContext context) {
			if (parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
				try {
					return parser.getDecimalValue().intValueExact();
				}
				catch (ArithmeticException ex) {
					// Has a fraction or is too large: the standard deserializer reports
					// it.
				}
			}
			return this.integers.deserialize(parser, context);
		}

	}

	/** The standard deserializer also reads arrays of numbers, and empty ones as null. */
	private static final class DateText extends StdScalarDeserializer<LocalDate> {

		DateText() {
			super(LocalDate.class);
		}

		@Override
		public LocalDate deserialize(JsonParser parser, DeserializationContext context) {
			return parser.hasToken(JsonToken.VALUE_STRING) ? LocalDateDeserializer.INSTANCE.deserialize(parser, context)
					: (LocalDate) context.handleUnexpectedToken(LocalDate.class, parser);
		}

	}

}
