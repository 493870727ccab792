package dev.yoil.webtoon.openapi;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.Assert;

/**
 * The schemas of the types that are read and written as JSON, by the rules by which
 * Jackson is set up here: a record is an object of exactly its components, of which none
 * is left out when it is written, and of which {@code null} are those that say so.
 * <p>
 * Not thread-safe.
 */
class Schemas {

	private static final String REFERENCE = "#/components/schemas/";

	private static final Map<Class<?>, List<String>> SIMPLE = Map.ofEntries(Map.entry(String.class, List.of("string")),
			Map.entry(boolean.class, List.of("boolean")), Map.entry(Boolean.class, List.of("boolean")),
			Map.entry(int.class, List.of("integer", "int32")), Map.entry(Integer.class, List.of("integer", "int32")),
			Map.entry(long.class, List.of("integer", "int64")), Map.entry(Long.class, List.of("integer", "int64")),
			Map.entry(double.class, List.of("number", "double")), Map.entry(Double.class, List.of("number", "double")),
			Map.entry(Instant.class, List.of("string", "date-time")),
			Map.entry(LocalDate.class, List.of("string", "date")));

	private final Map<String, Class<?>> types = new TreeMap<>();

	private final Map<String, Schema<?>> named = new TreeMap<>();

	/**
	 * The schema of a type of which whole bodies are.
	 * @param type a record, or a list or map of what has a schema
	 * @return a schema, which refers to those of records by their names
	 */
	Schema<?> of(ResolvableType type) {
		Class<?> raw = type.toClass();
		if (raw.isRecord()) {
			return new JsonSchema().$ref(REFERENCE + name(type));
		}
		if (Collection.class.isAssignableFrom(raw)) {
			return typed("array").items(of(type.getGeneric(0)));
		}
		if (Map.class.isAssignableFrom(raw)) {
			return typed("object").additionalProperties(of(type.getGeneric(1)));
		}
		if (raw.isEnum()) {
			return oneOf(raw);
		}
		if (raw == Object.class) {
			return new JsonSchema();
		}
		List<String> simple = SIMPLE.get(raw);
		Assert.state(simple != null, () -> "How " + type + " is written as JSON is not known. Teach "
				+ getClass().getName() + ", or answer with a record of what it knows");
		Schema<?> schema = typed(simple.get(0));
		return (simple.size() > 1) ? schema.format(simple.get(1)) : schema;
	}

	/**
	 * The schema of the constants of an enumeration.
	 * @param type the enumeration
	 * @return a schema of texts
	 */
	static Schema<?> oneOf(Class<?> type) {
		Schema<Object> schema = typed("string");
		schema.setEnum(new ArrayList<>(Arrays.stream(type.getEnumConstants()).map(String::valueOf).toList()));
		return schema;
	}

	/**
	 * A schema of one type.
	 * @param type the name of a type of JSON
	 * @return a schema that may be narrowed down
	 */
	static Schema<Object> typed(String type) {
		Schema<Object> schema = new JsonSchema();
		schema.addType(type);
		return schema;
	}

	/**
	 * The schemas that others refer to.
	 * @return them by name
	 */
	Map<String, Schema<?>> named() {
		return new LinkedHashMap<>(this.named);
	}

	private String name(ResolvableType type) {
		String name = type.toClass().getSimpleName() + Stream.of(type.getGenerics())
			.map((generic) -> "Of" + generic.toClass().getSimpleName())
			.collect(Collectors.joining());
		Class<?> known = this.types.putIfAbsent(name, type.toClass());
		Assert.state(known == null || known == type.toClass(),
				() -> known + " and " + type + " cannot both have their simple name in the OpenAPI document");
		if (known == null) {
			this.named.put(name, ofComponents(type));
		}
		return name;
	}

	private Schema<?> ofComponents(ResolvableType type) {
		Schema<?> schema = typed("object").additionalProperties(false);
		List<String> required = new ArrayList<>();
		boolean input = isInput(type.toClass());
		for (RecordComponent component : type.toClass().getRecordComponents()) {
			schema.addProperty(component.getName(), of(component, type));
			if (!input || !isNullable(component)) {
				required.add(component.getName());
			}
		}
		addChoice(type.toClass(), schema);
		return required.isEmpty() ? schema : schema.required(required);
	}

	/**
	 * The annotation is known by its name, being one of what nothing here may know.
	 */
	private static void addChoice(Class<?> type, Schema<?> schema) {
		MergedAnnotations.from(type)
			.stream()
			.filter((annotation) -> annotation.getType().getSimpleName().equals("ExactlyOne"))
			.flatMap((annotation) -> Stream.of(annotation.getStringArray("value")))
			.forEach((name) -> {
				Schema<Object> chosen = typed("object");
				chosen.addProperty(name, typed("string"));
				chosen.setRequired(List.of(name));
				schema.addOneOfItem(chosen);
			});
	}

	/**
	 * What is written has all of its components, {@code null} or not. What is read may
	 * lack those that may be {@code null}.
	 */
	private static boolean isInput(Class<?> type) {
		return Arrays.stream(type.getRecordComponents())
			.anyMatch((component) -> component.getAccessor().getAnnotations().length > 0);
	}

	private Schema<?> of(RecordComponent component, ResolvableType owner) {
		Schema<?> schema = of(ResolvableType.forType(component.getGenericType(), owner));
		AnnotatedElement constraints = component.getAccessor();
		schema = Constraints.narrow(component, Constraints.narrow(constraints, schema));
		if (schema.getItems() != null && component.getAnnotatedType() instanceof AnnotatedParameterizedType list) {
			Constraints.narrow(list.getAnnotatedActualTypeArguments()[0], schema.getItems());
		}
		return isNullable(component) ? nullable(schema) : schema;
	}

	private static boolean isNullable(RecordComponent component) {
		AnnotatedType type = component.getAnnotatedType();
		return type.isAnnotationPresent(Nullable.class);
	}

	private static Schema<?> nullable(Schema<?> schema) {
		if (schema.getTypes() == null) {
			return new JsonSchema().anyOf(List.of(schema, typed("null")));
		}
		schema.addType("null");
		if (schema.getEnum() != null) {
			schema.getEnum().add(null);
		}
		return schema;
	}

}
