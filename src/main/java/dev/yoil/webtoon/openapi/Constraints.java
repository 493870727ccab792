package dev.yoil.webtoon.openapi;

import java.lang.reflect.AnnotatedElement;
import java.math.BigDecimal;

import dev.yoil.webtoon.OneOf;
import dev.yoil.webtoon.Text;
import io.swagger.v3.oas.models.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/**
 * What the annotations of a parameter or a component of a record say of its values, in
 * words of JSON Schema.
 */
final class Constraints {

	/**
	 * What {@link Text} refuses anywhere, as a part of a set of characters. Written out:
	 * JSON Schema knows no names of kinds of characters.
	 */
	private static final String REFUSED = "\\u007F-\\u009F\\u2028-\\u202E\\u2066-\\u2069";

	private static final String END = "[^\\s\\u0000-\\u001F" + REFUSED + "]";

	private static final String LINE = "^" + END + "([^\\u0000-\\u001F" + REFUSED + "]*" + END + ")?$";

	private static final String LINES = "^" + END + "([^\\u0000-\\u0009\\u000B-\\u001F" + REFUSED + "]*" + END + ")?$";

	private Constraints() {
	}

	/**
	 * Narrows a schema down.
	 * @param element what has the annotations
	 * @param schema the schema of its type
	 * @return the same schema, or another in its place
	 */
	static Schema<?> narrow(AnnotatedElement element, Schema<?> schema) {
		MergedAnnotations annotations = MergedAnnotations.from(element);
		MergedAnnotation<OneOf> oneOf = annotations.get(OneOf.class);
		Schema<?> narrowed = oneOf.isPresent() ? Schemas.oneOf(oneOf.getClass("value")) : schema;
		texts(annotations, narrowed);
		numbers(annotations, narrowed);
		return narrowed;
	}

	private static void texts(MergedAnnotations annotations, Schema<?> schema) {
		MergedAnnotation<Text> text = annotations.get(Text.class);
		if (text.isPresent()) {
			schema.minLength(1).maxLength(text.getInt("max")).pattern(text.getBoolean("lines") ? LINES : LINE);
		}
		MergedAnnotation<Pattern> pattern = annotations.get(Pattern.class);
		if (pattern.isPresent()) {
			schema.pattern("^(" + pattern.getString("regexp") + ")$");
		}
		MergedAnnotation<io.swagger.v3.oas.annotations.media.Schema> told = annotations
			.get(io.swagger.v3.oas.annotations.media.Schema.class);
		if (told.isPresent()) {
			schema.maxLength(told.getInt("maxLength")).pattern(told.getString("pattern"));
		}
		MergedAnnotation<Size> size = annotations.get(Size.class);
		if (size.isPresent() && schema.getItems() != null) {
			schema.minItems(size.getInt("min")).maxItems(size.getInt("max"));
		}
		else if (size.isPresent()) {
			schema.minLength(size.getInt("min")).maxLength(size.getInt("max"));
		}
	}

	private static void numbers(MergedAnnotations annotations, Schema<?> schema) {
		annotations.stream(Min.class).forEach((min) -> schema.minimum(BigDecimal.valueOf(min.getLong("value"))));
		annotations.stream(Max.class).forEach((max) -> schema.maximum(BigDecimal.valueOf(max.getLong("value"))));
		if (annotations.isPresent(PositiveOrZero.class)) {
			schema.minimum(BigDecimal.ZERO);
		}
		if (annotations.isPresent(Positive.class)) {
			schema.minimum(BigDecimal.ONE);
		}
	}

}
