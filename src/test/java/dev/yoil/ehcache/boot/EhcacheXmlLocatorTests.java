package dev.yoil.ehcache.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.DefaultResourceLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What is said of a file that may be another library's.
 */
@ExtendWith(OutputCaptureExtension.class)
class EhcacheXmlLocatorTests {

	private static final String OWN = "name a file of your own in yoil.ehcache.config.";

	private static final String HIBERNATE = "spring.jpa.properties.hibernate.javax.cache.uri names this file, too: "
			+ "leave it to Hibernate, and " + OWN;

	@TempDir
	Path directory;

	private Path file;

	@BeforeEach
	void writeTheFileOfHibernate() throws IOException {
		this.file = Files.writeString(this.directory.resolve("ehcache.xml"), TestCaches.HEAD
				+ "<persistence directory='d'/><cache alias='com.example.Book'><heap>10</heap></cache></config>");
	}

	private EhcacheXml read(String hibernate) {
		return new EhcacheXmlLocator(new DefaultResourceLoader(), this.directory, hibernate).read(null);
	}

	@Test
	void leavesAFileAloneThatHibernateReads() {
		EhcacheXmlException refusal = catchThrowableOfType(EhcacheXmlException.class,
				() -> read(this.file.toUri().toString()));
		assertThat(refusal.remedy()).isEqualTo(HIBERNATE);
		assertThat(refusal).hasMessageContaining(HIBERNATE);
	}

	@Test
	void namesTheSettingWhereAFileWasFoundAndNotNamed() {
		EhcacheXmlException refusal = catchThrowableOfType(EhcacheXmlException.class,
				() -> read("classpath:other.xml"));
		assertThat(refusal.remedy())
			.startsWith("If the file belongs to another library, such as Hibernate's second-level cache, "
					+ "leave it as it is, and " + OWN + " Otherwise:")
			.contains("Remove it.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ehcache.xml", "/ehcache.xml", "classpath:ehcache.xml", "classpath://ehcache.xml" })
	void warnsOfAFileThatHibernateReadsToo(String hibernate, CapturedOutput output) throws IOException {
		Files.delete(this.file);
		assertThat(read(hibernate).caches()).isNotEmpty();
		assertThat(output).contains("classpath:ehcache.xml: " + HIBERNATE);
	}

}
