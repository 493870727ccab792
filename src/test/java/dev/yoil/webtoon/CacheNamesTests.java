package dev.yoil.webtoon;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import org.springframework.cache.CacheManager;
import org.springframework.web.util.UriUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Names of caches that a path, a metric or a region cannot contain as they are.
 */
class CacheNamesTests {

	private static final List<String> NAMES = List.of("user:cache", "웹툰목록", "User#roles", "User", "a/b", "a%2Fb", "..",
			"x;y=1", "a b+c", "a~b", "\"<&>", "status", "findings", "😀", "#3 rows", "long".repeat(50));

	@Test
	void canBeInspectedAndChanged(@TempDir Path folder) throws Exception {
		String further = NAMES.stream()
			.map((name) -> "<cache alias='" + name.replace("&", "&amp;").replace("<", "&lt;")
					+ "'><heap unit='entries'>10</heap></cache>")
			.collect(Collectors.joining("", "", "</config>"));
		Path file = Files.writeString(folder.resolve("ehcache.xml"),
				Files.readString(Path.of("ehcache.xml")).replace("</config>", further));
		try (RunningService service = RunningService.start("--yoil.ehcache.config=" + file)) {
			CacheManager caches = service.bean(CacheManager.class);
			NAMES.forEach((name) -> caches.getCache(name).put("key of " + name, "value"));
			assertThat(service.json("/api/v1/cache").propertyNames()).containsAll(NAMES);
			for (String name : NAMES) {
				canBeInspectedAndChanged(service, name);
			}
			for (String name : List.of("user:cache", "웹툰목록", "User#roles", "a b+c")) {
				JsonNode read = service.json("/api/v1/cache/" + UriUtils.encode(name, StandardCharsets.UTF_8));
				assertThat(read.get("size").asLong()).as(name).isZero();
			}
			assertThat(service.get("/api/v1/cache/no~003Acache").body()).contains("There is no cache 'no:cache'");
			assertThat(service.get("/actuator/prometheus").body()).contains("cache=\"user:cache\"", "cache=\"웹툰목록\"",
					"cache=\"User#roles\"");
		}
	}

	private static void canBeInspectedAndChanged(RunningService service, String name) throws Exception {
		String path = "/api/v1/cache/" + asTheConsole(name);
		assertThat(service.json(path + "/entries").at("/entries/0/key").asString()).isEqualTo("key of " + name);
		assertThat(service.get(path + "/removals").statusCode()).as(name).isEqualTo(200);
		assertThat(new Administrator(service).send("DELETE", path + "/entries", null).statusCode()).as(name)
			.isEqualTo(204);
		assertThat(service.json(path).get("size").asLong()).as(name).isZero();
	}

	private static String asTheConsole(String name) {
		String replaced = name.matches("status|findings|\\.+") ? "^." : "[^\\w.-]";
		return Pattern.compile(replaced)
			.matcher(name)
			.replaceAll((found) -> found.group().chars().mapToObj("~%04X"::formatted).collect(Collectors.joining()));
	}

}
