package dev.yoil.ehcache.internal.web;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.yoil.ehcache.internal.finding.CacheTuningController;
import dev.yoil.ehcache.internal.live.ConfigurationController;
import org.junit.jupiter.api.Test;

import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@code docs/library} says about the inspection over HTTP.
 */
class DocumentedJsonTests {

	private static final Path LIBRARY = Path.of("docs", "library");

	@Test
	void namesEachField() throws IOException {
		String documents;
		try (Stream<Path> files = Files.list(LIBRARY)) {
			documents = files.filter((file) -> file.toString().endsWith(".md"))
				.map(DocumentedJsonTests::text)
				.collect(Collectors.joining());
		}
		Set<Type> seen = new HashSet<>();
		Set<String> fields = new TreeSet<>();
		Stream
			.of(CacheController.class, CacheOperationController.class, CacheTuningController.class,
					ClusterController.class, ConfigurationController.class, StatusController.class)
			.flatMap((controller) -> Stream.of(controller.getDeclaredMethods()))
			.filter((method) -> AnnotatedElementUtils.hasAnnotation(method, RequestMapping.class))
			.forEach((method) -> add(method.getGenericReturnType(), seen, fields));
		assertThat(fields).contains("entries", "leaseLeftMillis", "remedy");
		fields.removeIf((field) -> Pattern.compile("[`\"]" + field + "[`\"]").matcher(documents).find());
		assertThat(fields).isEmpty();
	}

	private static void add(Type type, Set<Type> seen, Set<String> fields) {
		if (!seen.add(type)) {
			return;
		}
		if (type instanceof ParameterizedType generic) {
			List.of(generic.getActualTypeArguments()).forEach((argument) -> add(argument, seen, fields));
		}
		else if (type instanceof Class<?> record && record.isRecord()) {
			for (RecordComponent component : record.getRecordComponents()) {
				if (!component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
					fields.add(component.getName());
				}
				add(component.getGenericType(), seen, fields);
			}
			Stream.ofNullable(record.getAnnotation(JsonIgnoreProperties.class))
				.map(JsonIgnoreProperties::value)
				.forEach((names) -> fields.removeAll(Set.of(names)));
		}
	}

	private static String text(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
