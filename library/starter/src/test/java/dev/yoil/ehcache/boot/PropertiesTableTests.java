package dev.yoil.ehcache.boot;

import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The documented properties of the integration.
 */
class PropertiesTableTests {

	private static final Pattern ROW = Pattern.compile("(?m)^\\| `(yoil\\.ehcache[.a-z-]+)` \\|");

	@Test
	void namesAll() throws Exception {
		Path document = Path.of("docs", "library", "cheat-sheet.md");
		List<String> expected = new ArrayList<>(List.of(InstanceUrl.PROPERTY));
		add("yoil.ehcache.", EhCacheProperties.class, expected);
		assertThat(ROW.matcher(Files.readString(document)).results().map((found) -> found.group(1)))
			.containsExactlyInAnyOrderElementsOf(expected);
	}

	private static void add(String prefix, Class<?> type, List<String> names) {
		for (RecordComponent component : type.getRecordComponents()) {
			String name = prefix + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
			if (component.getType().isRecord()) {
				add(name + ".", component.getType(), names);
			}
			else {
				names.add(name);
			}
		}
	}

}
