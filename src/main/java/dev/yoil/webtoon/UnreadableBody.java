package dev.yoil.webtoon;

import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

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
		if (cause instanceof StreamReadException broken) {
			return "The body is not valid JSON, at line %d, column %d.".formatted(broken.getLocation().getLineNr(),
					broken.getLocation().getColumnNr());
		}
		if (cause instanceof JacksonException mistaken && !mistaken.getPath().isEmpty()) {
			return "The field '%s' has a value of the wrong kind.".formatted(Printable.start(path(mistaken)));
		}
		return "The body is missing or is not a JSON object of the form that this address takes.";
	}

	private static String path(JacksonException failure) {
		return failure.getPath()
			.stream()
			.map((part) -> (part.getPropertyName() != null) ? part.getPropertyName() : "[" + part.getIndex() + "]")
			.collect(Collectors.joining("."));
	}

}
