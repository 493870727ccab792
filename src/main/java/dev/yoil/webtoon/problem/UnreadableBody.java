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
 * Explains why a body could not be read, without the names of classes.
 */
final class UnreadableBody {

	private UnreadableBody() {
	}

	/**
	 * Explains.
	 * @param cause what the reader of the body said, {@code null} if nothing
	 * @return a sentence for the client
	 */
	static String complaint(@Nullable Throwable cause) {
		if (cause instanceof UnrecognizedPropertyException unknown) {
			return "The field '%s' is not known. Known are: %s.".formatted(Printable.start(path(unknown)),
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
		return "The body is missing or is not a JSON object of the form that this address takes.";
	}

	private static String wrong(JacksonException failure, @Nullable Class<?> expected) {
		return "The field '%s' has a value of the wrong kind. It has to be %s.".formatted(
				Printable.start(path(failure)),
				kind((expected != null) ? ClassUtils.resolvePrimitiveIfNecessary(expected) : Object.class));
	}

	private static String kind(Class<?> expected) {
		if (expected == Integer.class || expected == Long.class) {
			return "a whole number, without quotes, and no larger than %s"
				.formatted((expected == Integer.class) ? Integer.MAX_VALUE : Long.MAX_VALUE);
		}
		if (expected == String.class) {
			return "a text in quotes";
		}
		if (expected == LocalDate.class) {
			return "a date such as \"2026-11-21\"";
		}
		return Collection.class.isAssignableFrom(expected) ? "a list in square brackets"
				: "what the OpenAPI document says";
	}

	private static String path(JacksonException failure) {
		return failure.getPath()
			.stream()
			.map((part) -> (part.getPropertyName() != null) ? part.getPropertyName() : "[" + part.getIndex() + "]")
			.collect(Collectors.joining("."));
	}

}
