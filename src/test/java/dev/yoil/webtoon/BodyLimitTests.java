package dev.yoil.webtoon;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.yoil.ehcache.Background;
import dev.yoil.probe.AdministratorProbe;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Bodies that are too large, asked for by a client that goes on sending whatever comes.
 */
class BodyLimitTests {

	private static final int TEN_MEGABYTES = 10_000_000;

	private static final String HEAD = """
			POST /api/v1/admin/probe HTTP/1.1\r
			Host: localhost\r
			Content-Type: application/json\r
			Connection: close\r
			Authorization: %s\r
			""".formatted(Administrator.credentials(Administrator.PASSWORD));

	private static RunningService service;

	@BeforeAll
	static void start() {
		service = RunningService.startWithBeans(new AdministratorProbe());
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@Test
	void takesAThousandWordsAtOnce() throws Exception {
		String words = IntStream.range(0, 1000)
			.mapToObj((number) -> "\"금지된낱말" + number + "\"")
			.collect(Collectors.joining(",", "[", "]"));
		assertThat(new Administrator(service).send("POST", "/api/v1/admin/probe", words).body())
			.isEqualTo("%d".formatted(words.length()));
	}

	@Test
	void takesTheLargestAndNothingLarger() throws Exception {
		String largest = "\"" + "a".repeat(64 * 1024 - 2) + "\"";
		assertThat(new Administrator(service).send("POST", "/api/v1/admin/probe", largest).statusCode()).isEqualTo(200);
		assertThat(new Administrator(service).send("POST", "/api/v1/admin/probe", largest + " ").statusCode())
			.isEqualTo(413);
	}

	@ParameterizedTest
	@ValueSource(ints = { 64 * 1024 + 1, TEN_MEGABYTES })
	void refusesByTheLengthThatIsTold(int length) throws Exception {
		assertRefused(send(HEAD + "Content-Length: " + length + "\r\n\r\n", length, false));
	}

	@ParameterizedTest
	@ValueSource(ints = { 64 * 1024 + 1, TEN_MEGABYTES })
	void refusesWhatTurnsOutToBeLonger(int length) throws Exception {
		assertRefused(send(HEAD + "Transfer-Encoding: chunked\r\n\r\n", length, true));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/api/v1/webtoon/1/reviews", "/nowhere", "/api/v1/admin/words" })
	void refusesWhoeverAsksForWhatever(String path) throws Exception {
		assertRefused(
				send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + TEN_MEGABYTES + "\r\n\r\n",
						TEN_MEGABYTES, false));
	}

	/**
	 * Whoever read all of it would wait for the end, which never comes. For a like,
	 * nothing is read.
	 */
	@ParameterizedTest
	@CsvSource(quoteCharacter = '`', value = { "application/json", "application/x-www-form-urlencoded",
			"multipart/form-data; boundary=x", "``" })
	void readsNoMoreOfAnyFormThanTheLimit(String type) throws Exception {
		Reader reader = new Reader(service);
		String token = reader.token();
		for (String path : new String[] { "POST /api/v1/webtoon/1/reviews", "PUT /api/v1/webtoon/1/like",
				"POST /api/v1/admin/probe", "POST /nowhere", "POST /api/v1/genres" }) {
			for (String sent : new String[] { "X-Nothing: here\r\n",
					"Cookie: yoil-csrf=" + reader.cookie("yoil-csrf") + "\r\nX-CSRF-TOKEN: " + token + "\r\n",
					"Cookie: yoil-csrf=" + reader.cookie("yoil-csrf") + "\r\n" }) {
				assertRefusedAtOnce(path, sent + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n"));
			}
		}
	}

	private static void assertRefusedAtOnce(String request, String headers) throws IOException {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
			socket.setSoTimeout(5_000);
			socket.getOutputStream()
				.write((request + " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n" + headers
						+ "\r\n11000\r\n_csrf=" + "a".repeat(68_000))
					.getBytes(StandardCharsets.US_ASCII));
			assertThat(new String(socket.getInputStream().readNBytes(13), StandardCharsets.US_ASCII)).as(request)
				.startsWith(request.startsWith("PUT") ? "HTTP/1.1 " : "HTTP/1.1 4");
		}
	}

	@Test
	void endsTheConnectionAfterWhatTurnsOutToBeLonger() throws Exception {
		assertThat(
				send((HEAD + "Transfer-Encoding: chunked\r\n\r\n").replace("Connection: close\r\n", ""), 70_000, true))
			.contains("Connection: close");
	}

	@Test
	void refusesBeforeTheClientSendsAnythingThatAsksFirst() throws Exception {
		assertRefused(send(HEAD + "Expect: 100-continue\r\nContent-Length: " + TEN_MEGABYTES + "\r\n\r\n", 0, false));
	}

	@Test
	void tellsAClientToGoOnWhenItsBodyIsWanted() throws Exception {
		assertThat(send(HEAD + "Expect: 100-continue\r\nContent-Length: 4\r\n\r\n", "\"ab\"".length(), false))
			.startsWith("HTTP/1.1 100");
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1KB" })
	@ExtendWith(OutputCaptureExtension.class)
	void needsASizeThatSomethingFitsInto(String size, CapturedOutput output) {
		assertThatException().isThrownBy(() -> RunningService.start("--yoil.max-request-size=" + size).close());
		assertThat(output).contains("configuration property 'yoil.max-request-size'")
			.contains("yoil.max-request-size must be at least 1B, for example 64KB.");
	}

	private static void assertRefused(String answer) {
		assertThat(answer).startsWith("HTTP/1.1 413")
			.contains("application/problem+json")
			.contains("urn:yoil:problem:content-too-large")
			.contains("at most 65536 bytes");
	}

	/**
	 * Sends a head and a body, and gives all that came back until the connection ended.
	 */
	private static String send(String head, int length, boolean chunked) throws Exception {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
			socket.setSoTimeout(10_000);
			OutputStream out = socket.getOutputStream();
			out.write(head.getBytes(StandardCharsets.UTF_8));
			CompletableFuture<Void> sent = Background.run(() -> sendBody(out, length, chunked));
			StringBuilder answer = new StringBuilder();
			try {
				for (int next = socket.getInputStream().read(); next >= 0; next = socket.getInputStream().read()) {
					answer.append((char) next);
				}
			}
			catch (SocketException ex) {
				// The service does not wait for the rest: what it said before counts.
			}
			sent.get(10, TimeUnit.SECONDS);
			return answer.toString();
		}
	}

	private static void sendBody(OutputStream out, int length, boolean chunked) {
		String body = (length > 0) ? "\"" + "a".repeat(length - 2) + "\"" : "";
		try {
			for (int sent = 0; sent < length; sent += 1000) {
				String part = body.substring(sent, Math.min(length, sent + 1000));
				String written = chunked ? Integer.toHexString(part.length()) + "\r\n" + part + "\r\n" : part;
				out.write(written.getBytes(StandardCharsets.US_ASCII));
			}
			if (chunked) {
				out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
			}
		}
		catch (IOException ex) {
			// The service has hung up, as it may.
		}
	}

}
