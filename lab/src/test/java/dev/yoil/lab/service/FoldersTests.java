package dev.yoil.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.yoil.lab.LabException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class FoldersTests {

	private static final Pattern CACHE = Pattern
		.compile("<cache alias=\"(\\w+)\".*?<heap unit=\"entries\">(\\d+)</heap>", Pattern.DOTALL);

	@TempDir
	private Path folder;

	@Test
	void workFoldersHaveTheCachesOfTheServiceWithALifeOf20Seconds() throws IOException {
		String own = Files.readString(Folders.work(this.folder).resolve(ServiceSettings.EHCACHE_20S));
		String shipped = Files.readString(Path.of("../ehcache.xml"));
		assertThat(caches(own)).containsKey("findWebtoonsByPublishDay").isEqualTo(caches(shipped));
		assertThat(own).doesNotContain("200s").contains("ttl=\"20s\"");
	}

	private static Map<String, String> caches(String file) {
		return CACHE.matcher(file)
			.results()
			.collect(Collectors.toMap((cache) -> cache.group(1), (cache) -> cache.group(2)));
	}

	@Test
	void keepsFilesOfTheSameJarAndDeletesThoseOfOthers() throws IOException {
		Path first = kept("one");
		Files.writeString(first.resolve("made"), "much work");
		assertThat(kept("one")).isEqualTo(first);
		assertThat(first.resolve("made")).hasContent("much work");
		assertThat(kept("other")).isNotEqualTo(first).isEmptyDirectory();
		assertThat(first).doesNotExist();
	}

	@Test
	void namesTheRemedyIfItCannotKeep() throws IOException {
		Path jar = Files.writeString(this.folder.resolve("yoil.jar"), "one");
		assertThatExceptionOfType(LabException.class).isThrownBy(() -> Folders.kept(jar, jar))
			.withMessageContaining("check permissions and free disk space");
	}

	@Test
	void removesTheSharedTierFromTheCachesOfTheCheckout() {
		Path shared = Path.of("..").resolve(ServiceSettings.EHCACHE_CLUSTER);
		Path local = this.folder.resolve("local.xml");
		Folders.writeLocalCaches(shared, local);
		assertThat(shared).content().contains("shared-tier", "GLOBAL");
		assertThat(local).content()
			.doesNotContain("shared-tier", "GLOBAL")
			.contains("<y:cluster ", "region=\"genres\"");
		assertThatExceptionOfType(LabException.class).isThrownBy(() -> Folders.writeLocalCaches(local, local))
			.withMessageStartingWith("No shared tier in ");
	}

	private Path kept(String content) throws IOException {
		Path jar = Files.writeString(this.folder.resolve("yoil.jar"), content);
		return Folders.kept(jar, this.folder.resolve("kept"));
	}

}
