package dev.yoil.webtoon;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console's files over HTTP.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleTests {

	private static final Pattern FILE = Pattern.compile("(?:src|href)=\"([a-z.-]+)\"|from '\\./([a-z.-]+)'");

	private RunningService service;

	@BeforeAll
	void start() {
		this.service = RunningService.shared();
	}

	@AfterAll
	void stop() {
		this.service.close();
	}

	@Test
	void redirectsToTheTrailingSlash() throws Exception {
		HttpResponse<String> response = this.service.get("/console");
		assertThat(response.statusCode()).isEqualTo(302);
		assertThat(response.headers().firstValue("Location")).contains("console/");
	}

	@ParameterizedTest
	@CsvSource({ "'', text/html;charset=UTF-8", "index.html, text/html", "main.js, text/javascript",
			"console.css, text/css", "icon.svg, image/svg+xml", "chart.umd.js, text/javascript" })
	void servesFilesThatBrowsersRevalidate(String file, String type) throws Exception {
		HttpResponse<String> response = this.service.get("/console/" + file);
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).isNotBlank();
		assertThat(header(response, "Content-Type")).isEqualToIgnoringCase(type);
		assertThat(header(response, "Cache-Control")).isEqualTo("no-cache");
		assertThat(response.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
		HttpResponse<byte[]> again = this.service.send(this.service.request("GET", "/console/" + file)
			.header("If-None-Match", header(response, "ETag"))
			.build());
		assertThat(again.statusCode()).isEqualTo(304);
		assertThat(again.body()).isEmpty();
	}

	@Test
	void servesEveryReferencedFile() throws Exception {
		Set<String> found = new TreeSet<>(Set.of("index.html"));
		List<String> further = List.copyOf(found);
		while (!further.isEmpty()) {
			Set<String> named = new TreeSet<>();
			for (String file : further) {
				HttpResponse<String> response = this.service.get("/console/" + file);
				assertThat(response.statusCode()).as(file).isEqualTo(200);
				if (!file.startsWith("chart")) {
					named.addAll(FILE.matcher(response.body())
						.results()
						.map((match) -> (match.group(1) != null) ? match.group(1) : match.group(2))
						.collect(Collectors.toSet()));
				}
			}
			named.removeAll(found);
			found.addAll(named);
			further = List.copyOf(named);
		}
		assertThat(found).contains("main.js", "words.js", "api.js", "console.css", "chart.umd.js");
	}

	@ParameterizedTest
	@ValueSource(strings = { "gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8", "deflate,gzip" })
	void compressesIfTheClientAcceptsGzip(String accepted) throws Exception {
		HttpResponse<byte[]> response = get("/console/words.js", accepted);
		assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
		assertThat(header(response, "Vary")).isEqualToIgnoringCase("Accept-Encoding");
		String plain = this.service.get("/console/words.js").body();
		assertThat(unpacked(response.body())).isEqualTo(plain);
		assertThat(response.body()).hasSizeLessThan(plain.length() / 2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "identity", "gzip;q=0", "gzip; q=0.000, br", "br", "x-gzipped" })
	void doesNotCompressOtherwise(String accepted) throws Exception {
		assertThat(get("/console/words.js", accepted).headers().firstValue("Content-Encoding")).isEmpty();
	}

	@Test
	void supportsHead() throws Exception {
		for (String path : List.of("/console/", "/console/main.js", "/console/chart.umd.js")) {
			HttpResponse<byte[]> head = this.service.send(this.service.request("HEAD", path).build());
			HttpResponse<String> get = this.service.get(path);
			assertThat(head.statusCode()).isEqualTo(200);
			assertThat(head.body()).isEmpty();
			assertThat(head.headers().firstValue("ETag")).isEqualTo(get.headers().firstValue("ETag"));
			assertThat(head.headers().firstValue("Content-Length"))
				.isEqualTo(get.headers().firstValue("Content-Length"));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/console/none.js", "/console/ConsoleController.class", "/console/INDEX.HTML",
			"/console/main", "/console/.html", "/console/a/main.js", "/console/package-info.class",
			"/console/%2e%2e%2findex.html", "/console/..%2fConsoleController.class", "/console/..%5cindex.html",
			"/console/main.js%00", "/console/chart.umd.js.map", "/console/main.js/" })
	void hasNoOtherFiles(String path) throws Exception {
		RawHttp.Answer response = RawHttp.send(this.service.port(), "GET " + path + " HTTP/1.1", "Host: localhost");
		assertThat(response.status()).isIn(400, 404);
		assertThat(response.headers()).containsEntry("content-type", "application/problem+json");
	}

	@Test
	void hasNoInlineScriptsOrStyles() throws Exception {
		HttpResponse<String> page = this.service.get("/console/");
		assertThat(header(page, "Content-Security-Policy")).startsWith("default-src 'self'");
		assertThat(page.body()).doesNotContainPattern("<style|style=|<script>| on[a-z]+=|https?://");
	}

	@Test
	void worksBelowPrefixes() throws Exception {
		try (RunningService below = RunningService.prefixed()) {
			Administrator administrator = new Administrator(below);
			assertThat(header(administrator.send("GET", "/ctx/app/console", null), "Location")).isEqualTo("console/");
			assertThat(administrator.send("GET", "/ctx/app/console/", null).statusCode()).isEqualTo(200);
			assertThat(administrator.send("GET", "/ctx/app/console/main.js", null).statusCode()).isEqualTo(200);
			assertThat(administrator.send("GET", "/ctx/app/console/none.js", null).statusCode()).isEqualTo(404);
			assertThat(administrator.send("GET", "/console/", null).statusCode()).isEqualTo(404);
		}
	}

	private HttpResponse<byte[]> get(String path, String accepted) throws Exception {
		return this.service.send(this.service.request("GET", path).header("Accept-Encoding", accepted).build());
	}

	private static String unpacked(byte[] body) throws IOException {
		try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(body))) {
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	private static String header(HttpResponse<?> response, String name) {
		return response.headers().firstValue(name).orElse("none");
	}

}
