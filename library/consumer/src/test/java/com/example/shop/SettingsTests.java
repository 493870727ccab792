package com.example.shop;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import dev.yoil.ehcache.boot.EhCacheAutoConfiguration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an IDE tells of the settings, and the table of them in the documents, which is
 * made of it.
 */
class SettingsTests {

	private static final Path DOCUMENT = Path.of("..", "..", "..", "docs", "library", "cheat-sheet.md");

	@Test
	void describePurposeAndDefault() throws Exception {
		assertThat(settings()).isNotEmpty().allSatisfy((setting) -> {
			String description = setting.path("description").asString("");
			assertThat(description).as(setting.path("name").asString()).matches("[A-Z].*\\.");
			assertThat(setting.has("defaultValue") || description.contains("By default "))
				.as("a default of %s", setting.path("name").asString())
				.isTrue();
		});
	}

	@Test
	void areInTheDocument() throws Exception {
		String table = "| property | default | meaning |\n| --- | --- | --- |\n"
				+ settings().stream().map(SettingsTests::row).sorted().collect(Collectors.joining("\n")) + "\n\n";
		assertThat(Files.readString(DOCUMENT)).as("%s must contain this table:\n\n%s", DOCUMENT.normalize(), table)
			.contains(table);
	}

	private static String row(JsonNode setting) {
		String value = setting.has("defaultValue") ? "`" + setting.path("defaultValue").asString() + "`" : "none";
		return "| `" + setting.path("name").asString() + "` | " + value + " | " + setting.path("description").asString()
				+ " |";
	}

	/**
	 * {@return what the jar of the library says of its settings, and no other jar}
	 */
	private static List<JsonNode> settings() throws IOException {
		String jar = EhCacheAutoConfiguration.class.getProtectionDomain().getCodeSource().getLocation().toString();
		String metadata = (jar.endsWith("/") ? jar : "jar:" + jar + "!/")
				+ "META-INF/spring-configuration-metadata.json";
		try (InputStream content = URI.create(metadata).toURL().openStream()) {
			return JsonMapper.shared().readTree(content).path("properties").valueStream().toList();
		}
	}

}
