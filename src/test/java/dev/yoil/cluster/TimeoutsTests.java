package dev.yoil.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Timeouts that depend on each other across files.
 */
class TimeoutsTests {

	private static final Path RESOURCES = Path.of("src/main/resources");

	/**
	 * Otherwise readers receive 502, or another instance hangs as well, instead of a
	 * stale response.
	 */
	@Test
	void databaseTimesOutBeforeTheProxy() throws IOException {
		long connection = number(RESOURCES.resolve("application.yaml"), "connection-timeout: (\\d+)\n");
		Path postgres = RESOURCES.resolve("application-postgres.yaml");
		long response = number(postgres, "socketTimeout: (\\d+)\n");
		for (long read : List.of(number(Path.of("cluster/nginx.conf"), "proxy_read_timeout (\\d+)s;"),
				number(Path.of("edge/nginx.conf"), "proxy_read_timeout (\\d+)s;"),
				number(Path.of("edge/varnish.vcl"), "first_byte_timeout = (\\d+)s;"))) {
			assertThat(connection + response * 1_000).isLessThan(read * 1_000);
		}
		assertThat(Files.readString(postgres)).contains("tcpKeepAlive: true\n");
	}

	private static long number(Path file, String pattern) throws IOException {
		Matcher found = Pattern.compile(pattern).matcher(Files.readString(file));
		assertThat(found.find()).as("%s in %s", pattern, file).isTrue();
		return Long.parseLong(found.group(1));
	}

}
