package dev.yoil.webtoon.schema;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

@DisabledOnOs(OS.WINDOWS)
class PrivateDatabaseFilesTests {

	@TempDir
	private Path folder;

	@Test
	void areRestrictedBeforeH2WritesThem() throws IOException {
		String url = "jdbc:h2:file:" + this.folder.resolve("data/yoil") + ";DB_CLOSE_ON_EXIT=FALSE";
		restrict(url);
		JdbcTemplate database = new JdbcTemplate(new DriverManagerDataSource(url, "sa", ""));
		database.execute("create table visitor_key (secret varchar)");
		assertThat(permissions()).containsExactly(Map.entry("data", "rwx------"),
				Map.entry("data/yoil.mv.db", "rw-------"));
	}

	@Test
	void areRestrictedAfterAnEarlierVersion() throws IOException {
		Path existing = Files.createDirectory(this.folder.resolve("srv"));
		Files.setPosixFilePermissions(existing, PosixFilePermissions.fromString("rwxr-xr-x"));
		for (String name : new String[] { "yoil.mv.db", "yoil.trace.db", "yoil2.mv.db", "readme" }) {
			Files.setPosixFilePermissions(Files.createFile(existing.resolve(name)),
					PosixFilePermissions.fromString("rw-r--r--"));
		}
		restrict("jdbc:h2:" + existing.resolve("yoil"));
		assertThat(permissions()).containsExactly(Map.entry("srv", "rwxr-xr-x"), Map.entry("srv/readme", "rw-r--r--"),
				Map.entry("srv/yoil.mv.db", "rw-------"), Map.entry("srv/yoil.trace.db", "rw-------"),
				Map.entry("srv/yoil2.mv.db", "rw-r--r--"));
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "jdbc:h2:mem:yoil", "jdbc:h2:tcp://localhost/%s/yoil", "jdbc:postgresql://localhost/yoil", "" })
	void areNotCreatedForOtherDatabases(String url) throws IOException {
		restrict(url.formatted(this.folder));
		assertThat(permissions()).isEmpty();
	}

	private static void restrict(String url) {
		new PrivateDatabaseFiles(new MockEnvironment().withProperty("spring.datasource.url", url))
			.postProcessBeanFactory(new DefaultListableBeanFactory());
	}

	private Map<String, String> permissions() throws IOException {
		Map<String, String> permissions = new TreeMap<>();
		try (Stream<Path> files = Files.walk(this.folder)) {
			for (Path file : files.skip(1).toList()) {
				String text = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
				permissions.put(this.folder.relativize(file).toString(), text);
			}
		}
		return permissions;
	}

}
