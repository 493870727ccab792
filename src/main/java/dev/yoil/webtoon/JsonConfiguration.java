package dev.yoil.webtoon;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.type.LogicalType;

import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Has bodies read as they are written: a number in quotes is no number, a number is no
 * text, an empty text is not nothing, and 4.5 is not 4.
 */
@Configuration(proxyBeanMethods = false)
class JsonConfiguration {

	@Bean
	JsonMapperBuilderCustomizer noCoercion() {
		return (builder) -> builder.disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
			.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
			.enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
			.withCoercionConfigDefaults((all) -> all.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
				.setAcceptBlankAsEmpty(true))
			.withCoercionConfig(LogicalType.Textual,
					(texts) -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
						.setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
						.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
	}

}
