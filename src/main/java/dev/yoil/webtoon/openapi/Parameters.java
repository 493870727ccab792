package dev.yoil.webtoon.openapi;

import java.lang.reflect.Method;
import java.math.BigDecimal;
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

	private static final Map<String, Supplier<Schema<?>>> BY_NAME = Map.of("page",
			() -> number(0, PageParameters.LAST_PAGE, 0), "size",
			() -> number(1, PageParameters.LARGEST_SIZE, PageParameters.USUAL_SIZE), "limit",
			() -> number(1, MOST_ENTRIES, USUAL_ENTRIES), "id", () -> number(1, LARGEST_NUMBER, null), "review",
			() -> number(1, LARGEST_NUMBER, null), "number", () -> number(1, Long.MAX_VALUE, null), "cursor",
			() -> Schemas.typed("string").pattern("^[0-9]{1,18}$"), "query",
			() -> Schemas.typed("string").minLength(1).maxLength(LONGEST_QUERY).pattern("\\S"));

	private Parameters() {
	}

	/**
	 * Completes the description of a parameter.
	 * @param parameter the description that springdoc made
	 * @param described the parameter of the controller's method
	 * @return the description, {@code null} if there was none
	 */
	static Parameter describe(Parameter parameter, MethodParameter described) {
		Schema<?> schema = BY_NAME.getOrDefault(parameter.getName(), () -> Schemas.typed("string")).get();
		Method method = described.getMethod();
		if (method != null) {
			parameter.setDescription(Explanation.ofParameter(method, described.getParameter().getName()));
		}
		parameter.setSchema(Constraints.narrow(described.getParameter(), schema));
		RequestParam query = AnnotatedElementUtils.findMergedAnnotation(described.getParameter(), RequestParam.class);
		if (query != null) {
			// One with a blank default is only optional so that it is missed in words of
			// ours.
			parameter.setRequired(query.defaultValue().isEmpty());
		}
		return parameter;
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
