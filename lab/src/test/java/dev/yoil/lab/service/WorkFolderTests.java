package dev.yoil.lab.service;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class WorkFolderTests {

	private static final Pattern CACHE = Pattern
		.compile("<cache alias=\"(\\w+)\".*?<heap unit=\"entries\">(\\d+)</heap>", Pattern.DOTALL);

	@TempDir
	private Path folder;

	@Test
	void hasTheCachesOfTheServiceWithLivesOf20Seconds() throws Exception {
		String own = Files.readString(WorkFolder.create(this.folder).resolve(ServiceSettings.EHCACHE_20S));
		String shipped = Files.readString(Path.of("../ehcache.xml"));
		assertThat(caches(own)).containsKey("findWebtoonsByPublishDay").isEqualTo(caches(shipped));
		assertThat(own).doesNotContain("200s").contains("ttl=\"20s\"");
	}

	private static Map<String, String> caches(String file) {
		return CACHE.matcher(file)
			.results()
			.collect(Collectors.toMap((cache) -> cache.group(1), (cache) -> cache.group(2)));
	}

}
