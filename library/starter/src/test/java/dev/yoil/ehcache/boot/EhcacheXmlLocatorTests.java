package dev.yoil.ehcache.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.DefaultResourceLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Errors in a file that may belong to another library.
 */
class EhcacheXmlLocatorTests {

	@TempDir
	Path directory;

	@Test
	void mentionsThePropertyIfTheFileWasNotConfigured() throws IOException {
		Path file = Files.writeString(this.directory.resolve("ehcache.xml"),
				"<config xmlns='http://www.ehcache.org/v3'><default-copiers/><cache alias='com.example.Book'><heap>10</heap></cache></config>");
		String hint = "If the file belongs to another library, such as Hibernate's second-level cache, set "
				+ "yoil.ehcache.config to a file of your own. Otherwise:";
		assertThat(error(null)).startsWith(hint).contains("Remove it.");
		assertThat(error(file.toString())).doesNotContain(hint).contains("Remove it.");
	}

	@Test
	void doesNotMentionThePropertyIfTheFileHasPolicies() throws IOException {
		Files.writeString(this.directory.resolve("ehcache.xml"),
				TestCaches.HEAD + "<cache alias='books'><heap>10</heap><y:policy ttl='5'/></cache></config>");
		assertThat(error(null)).startsWith("Write a whole number with a unit").doesNotContain("another library");
	}

	private String error(@Nullable String location) {
		return catchThrowableOfType(EhcacheXmlException.class,
				() -> new EhcacheXmlLocator(new DefaultResourceLoader(), new StandardEnvironment(), this.directory)
					.read(location))
			.remedy();
	}

}
