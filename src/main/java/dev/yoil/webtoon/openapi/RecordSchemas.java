package dev.yoil.webtoon.openapi;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Iterator;
import java.util.List;

import dev.yoil.webtoon.validation.Text;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Properties of records that swagger-core does not derive: nullable and required
 * components, and the lengths of a {@link Text}.
 */
final class RecordSchemas implements ModelConverter {

	@Override
	public @Nullable Schema<?> resolve(AnnotatedType type, ModelConverterContext context,
			Iterator<ModelConverter> chain) {
		Schema<?> schema = chain.hasNext() ? chain.next().resolve(type, context, chain) : null;
		Class<?> raw = Json.mapper().constructType(type.getType()).getRawClass();
		if (schema != null && raw.isRecord()) {
			String reference = schema.get$ref();
			Schema<?> described = (reference != null)
					? context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1)) : schema;
			if (described != null && described.getProperties() != null) {
				for (RecordComponent component : raw.getRecordComponents()) {
					describe(component, described);
				}
			}
		}
		return schema;
	}

	private static void describe(RecordComponent component, Schema<?> record) {
		String name = component.getName();
		Schema<?> property = record.getProperties().get(name);
		if (property == null) {
			return;
		}
		Text text = component.getAccessor().getAnnotation(Text.class);
		if (text != null) {
			property.minLength(1).maxLength(text.max());
		}
		if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
			if (record.getRequired() == null || !record.getRequired().contains(name)) {
				record.addRequiredItem(name);
			}
		}
		else {
			record.addProperty(name, nullable(property));
		}
		describeElements(component.getAnnotatedType(), property);
	}

	private static void describeElements(java.lang.reflect.AnnotatedType type, Schema<?> list) {
		if (list.getItems() != null && type instanceof AnnotatedParameterizedType generic) {
			java.lang.reflect.AnnotatedType element = generic.getAnnotatedActualTypeArguments()[0];
			describeElements(element, list.getItems());
			if (element.isAnnotationPresent(Nullable.class)) {
				list.setItems(nullable(list.getItems()));
			}
		}
	}

	private static Schema<?> nullable(Schema<?> schema) {
		if (schema.get$ref() != null) {
			Schema<?> none = new JsonSchema();
			none.addType("null");
			return new JsonSchema().anyOf(List.of(schema, none));
		}
		schema.addType("null");
		if (schema.getEnum() != null) {
			schema.addEnumItemObject(null);
		}
		return schema;
	}

}
