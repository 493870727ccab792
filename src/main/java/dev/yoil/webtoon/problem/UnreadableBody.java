package dev.yoil.webtoon.problem;

import java.time.LocalDate;
import java.util.Collection;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

import org.springframework.util.ClassUtils;

/**
 * Descriptions of unreadable bodies, without class names.
 */
final class UnreadableBody {

	private UnreadableBody() {
	}

	/**
	 * Returns a sentence for the client.
	 * @param cause the failure of the reader, {@code null} if there is none
	 */
	static String describe(@Nullable Throwable cause) {
		if (cause instanceof UnrecognizedPropertyException unknown) {
			return "Unknown field '%s'. Known fields: %s.".formatted(Printable.start(path(unknown)),
					unknown.getKnownPropertyIds()
						.stream()
						.map(Object::toString)
						.sorted()
						.collect(Collectors.joining(", ")));
		}
		if (cause instanceof InputCoercionException large && !large.getPath().isEmpty()) {
			return wrong(large, large.getTargetType());
		}
		if (cause instanceof StreamReadException broken) {
			return "The body is not valid JSON, at line %d, column %d.".formatted(broken.getLocation().getLineNr(),
					broken.getLocation().getColumnNr());
		}
		if (cause instanceof JacksonException mistaken && !mistaken.getPath().isEmpty()) {
			return wrong(mistaken,
					(mistaken instanceof MismatchedInputException mismatch) ? mismatch.getTargetType() : null);
		}
		return "The body is missing or is not a JSON object of the expected structure.";
	}

	private static String wrong(JacksonException failure, @Nullable Class<?> expected) {
		return "Field '%s' has a value of the wrong type. It must be %s.".formatted(Printable.start(path(failure)),
				kind((expected != null) ? ClassUtils.resolvePrimitiveIfNecessary(expected) : Object.class));
	}

	private static String kind(Class<?> expected) {
		if (expected == Integer.class || expected == Long.class) {
			return "an unquoted whole number up to %s"
				.formatted((expected == Integer.class) ? Integer.MAX_VALUE : Long.MAX_VALUE);
		}
		if (expected == String.class) {
			return "a string";
		}
		if (expected == LocalDate.class) {
			return "a date such as \"2026-11-21\"";
		}
		return Collection.class.isAssignableFrom(expected) ? "an array" : "a value described in the OpenAPI document";
	}

	private static String path(JacksonException failure) {
		return failure.getPath()
			.stream()
			.map((part) -> (part.getPropertyName() != null) ? part.getPropertyName() : "[" + part.getIndex() + "]")
			.collect(Collectors.joining("."));
	}

}
