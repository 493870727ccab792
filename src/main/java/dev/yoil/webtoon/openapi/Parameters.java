package dev.yoil.webtoon.openapi;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.yoil.webtoon.PageParameters;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * What parameters take. They are texts to the controllers, which read them so that a
 * wrong one can be explained; all of one name are read in the same way.
 */
final class Parameters {

	/** As many digits as every number of a webtoon has room for. */
	private static final long LARGEST_NUMBER = 999_999_999_999_999_999L;

	private static final int LONGEST_QUERY = 100;

	private static final int MOST_ENTRIES = 1_000;

	private static final int USUAL_ENTRIES = 100;

	private static final int LARGEST_OFFSET = 1_000_000;

	private static final int LONGEST_SEARCH = 1_000;

	/**
	 * By the name that the method has for it, which tells apart what requests call the
	 * same, or by the one that requests have.
	 */
	private static final Map<String, Supplier<Schema<?>>> BY_NAME = Map.ofEntries(
			Map.entry("page", () -> number(0, PageParameters.LAST_PAGE, 0)),
			Map.entry("size", () -> number(1, PageParameters.LARGEST_SIZE, PageParameters.USUAL_SIZE)),
			Map.entry("limit", () -> number(1, MOST_ENTRIES, USUAL_ENTRIES)),
			Map.entry("limitOrNone", () -> number(0, MOST_ENTRIES, USUAL_ENTRIES)),
			Map.entry("offset", () -> number(0, LARGEST_OFFSET, 0)),
			Map.entry("id", () -> number(1, LARGEST_NUMBER, null)),
			Map.entry("review", () -> number(1, LARGEST_NUMBER, null)),
			Map.entry("number", () -> number(1, Long.MAX_VALUE, null)),
			Map.entry("cursor", () -> Schemas.typed("string").pattern("^[0-9]{1,18}$")),
			Map.entry("query", () -> Schemas.typed("string").minLength(1).maxLength(LONGEST_QUERY).pattern("\\S")),
			Map.entry("genre", () -> Schemas.typed("string").minLength(1)),
			Map.entry("keySearch", () -> Schemas.typed("string").maxLength(LONGEST_SEARCH)),
			Map.entry("entrySort", () -> choice("entered", "hits", "age", "accessed", "timeLeft", "size")),
			Map.entry("order", () -> choice("asc", "desc")));

	private Parameters() {
	}

	/**
	 * Completes the description of a parameter.
	 * @param parameter the description that springdoc made
	 * @param described the parameter of the controller's method
	 * @return the description, {@code null} if there was none
	 */
	static Parameter describe(Parameter parameter, MethodParameter described) {
		Supplier<Schema<?>> requested = BY_NAME.getOrDefault(parameter.getName(), () -> Schemas.typed("string"));
		Schema<?> schema = BY_NAME.getOrDefault(described.getParameter().getName(), requested).get();
		Method method = described.getMethod();
		if (method != null) {
			parameter.setDescription(Explanation.ofParameter(method, described.getParameter().getName()));
		}
		parameter.setSchema(Constraints.narrow(described.getParameter(), schema));
		RequestParam query = AnnotatedElementUtils.findMergedAnnotation(described.getParameter(), RequestParam.class);
		if (query != null) {
			// One with a blank default is only optional so that it is missed in words of
			// ours.
			parameter.setRequired(query.required() && query.defaultValue().isEmpty());
		}
		return parameter;
	}

	private static Schema<?> choice(String... values) {
		Schema<Object> schema = Schemas.typed("string");
		schema.setEnum(List.of((Object[]) values));
		return schema;
	}

	private static Schema<?> number(long least, long most, @Nullable Integer usual) {
		Schema<Object> schema = Schemas.typed("integer");
		schema.format((most > Integer.MAX_VALUE) ? "int64" : "int32");
		schema.minimum(BigDecimal.valueOf(least)).maximum(BigDecimal.valueOf(most));
		if (usual != null) {
			schema.setDefault(usual);
		}
		return schema;
	}

}
