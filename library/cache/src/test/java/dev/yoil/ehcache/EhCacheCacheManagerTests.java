package dev.yoil.ehcache;

import java.nio.file.Path;

import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.junit.jupiter.api.Test;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class EhCacheCacheManagerTests {

	@Test
	void readsItsFile() {
		EhCacheCacheManager manager = new EhCacheCacheManager(new FileSystemResource("ehcache.xml"));
		manager.afterPropertiesSet();
		try {
			assertThat(manager.declared().file()).isEqualTo(Path.of("ehcache.xml").toAbsolutePath().toString());
			assertThat(manager.getCacheNames()).contains("findGenres", "renderPage");
		}
		finally {
			manager.destroy();
		}
	}

	@Test
	void rejectsAnInvalidFile() {
		assertThatExceptionOfType(EhcacheXmlException.class)
			.isThrownBy(() -> new EhCacheCacheManager(new ByteArrayResource(new byte[0], "bytes")))
			.withMessageStartingWith("Byte array resource [bytes]:1:1: the file is empty.");
	}

}
