package dev.yoil.webtoon;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console's files over HTTP.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleTests {

	@RegisterExtension
	private final RunningService service = RunningService.shared();

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
	void compressesIfTheClientAcceptsGzip() throws Exception {
		HttpResponse<byte[]> response = this.service.send(this.service.request("GET", "/console/words.js")
			.header("Accept-Encoding", "gzip, deflate, br")
			.build());
		assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
		assertThat(header(response, "Vary")).isEqualToIgnoringCase("Accept-Encoding");
		String plain = this.service.get("/console/words.js").body();
		assertThat(unpacked(response.body())).isEqualTo(plain);
		assertThat(response.body()).hasSizeLessThan(plain.length() / 2);
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

	private static String unpacked(byte[] body) throws IOException {
		try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(body))) {
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	private static String header(HttpResponse<?> response, String name) {
		return response.headers().firstValue(name).orElse("none");
	}

}
