package dev.yoil.webtoon;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.yoil.support.Background;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Request bodies that are too large, incomplete or unread.
 */
class BodyLimitTests {

	private static final int LIMIT = 64 * 1024;

	private static final String HEAD = """
			POST /api/v1/admin/probe HTTP/1.1\r
			Host: localhost\r
			Content-Type: application/json\r
			Authorization: %s\r
			""".formatted(Administrator.credentials(Administrator.PASSWORD));

	private static final String READ = "GET /api/v1/genres HTTP/1.1\r\nHost: localhost\r\n";

	@RegisterExtension
	private static final RunningService service = RunningService.proxied();

	@ParameterizedTest
	@ValueSource(strings = { "Content-Length: 65536\r\n", "Transfer-Encoding: chunked\r\n" })
	void acceptsBodiesUpToTheLimit(String form) throws Exception {
		assertThat(send(HEAD + form + "Connection: close\r\n\r\n", LIMIT, form.startsWith("T")))
			.startsWith("HTTP/1.1 200")
			.contains("\r\n\r\n65536");
	}

	@ParameterizedTest
	@CsvSource({ "65537, false", "65537, true", "10000000, true" })
	void rejectsLargerBodiesAndCloses(int length, boolean chunked) throws Exception {
		assertRefused(send(HEAD + (chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + length) + "\r\n\r\n",
				length, chunked));
	}

	/**
	 * The client need not send any of the body.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "/api/v1/webtoon/1/reviews", "/nowhere", "/api/v1/admin/words" })
	void rejectsLargerBodiesOnEveryPath(String path) throws Exception {
		try (Socket socket = open(
				"POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n")) {
			assertRefused(rest(socket));
		}
	}

	/**
	 * Reading the whole body would never end.
	 */
	@ParameterizedTest
	@ValueSource(
			strings = { "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x" })
	void stopsReadingAtTheLimit(String type) throws Exception {
		Reader reader = new Reader(service);
		String headers = "Content-Type: " + type + "\r\nX-CSRF-TOKEN: " + reader.token() + "\r\nCookie: yoil-csrf="
				+ reader.cookie("yoil-csrf") + "\r\n";
		for (String path : new String[] { "/api/v1/webtoon/1/reviews", "/api/v1/admin/probe", "/nowhere" }) {
			try (Socket socket = open("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
					+ headers + "\r\n11000\r\n_csrf=" + "a".repeat(68_000))) {
				assertThat(new String(socket.getInputStream().readNBytes(10), StandardCharsets.US_ASCII)).as(path)
					.isEqualTo("HTTP/1.1 4");
			}
		}
	}

	@Test
	void keepsTheConnectionIfAnUnreadBodyHasArrived() throws Exception {
		try (Socket socket = open("POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nabcd" + READ
				+ "Connection: close\r\n\r\n")) {
			assertThat(rest(socket)).containsSubsequence("HTTP/1.1 404 ", "HTTP/1.1 200 ");
		}
	}

	/**
	 * A thread that waits for the rest cannot serve other clients.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "POST /nowhere", "POST /api/v1/admin/banned-words", "POST /api/v1/webtoon/1/reviews",
			"PUT /api/v1/genres", "GET /api/v1/genres", "GET /webtoon/1", "POST /actuator/health" })
	void doesNotWaitForABodyThatNothingReads(String request) throws Exception {
		Duration before = service.limitWaitForBytes(Duration.ofMinutes(1));
		try {
			for (String form : new String[] { "Content-Length: 4\r\n\r\na", "Content-Length: 60000\r\n\r\n",
					"Transfer-Encoding: chunked\r\n\r\n4\r\na" }) {
				try (Socket socket = open(request + " HTTP/1.1\r\nHost: localhost\r\n" + form)) {
					assertThat(rest(socket)).as(form)
						.startsWith(request.startsWith("GET") ? "HTTP/1.1 200" : "HTTP/1.1 4")
						// Otherwise a client would send its next request, which nothing
						// answers.
						.contains("Connection: close");
				}
			}
		}
		finally {
			service.limitWaitForBytes(before);
		}
	}

	/**
	 * No filter sees the request.
	 */
	@Test
	void announcesThatItClosesAfterARefusedType() throws Exception {
		try (Socket socket = open(
				"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Type: *\r\nContent-Length: 4\r\n\r\na")) {
			assertThat(rest(socket)).startsWith("HTTP/1.1 415").contains("Connection: close");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "Content-Length: 500\r\n\r\n\"", "Transfer-Encoding: chunked\r\n\r\n1\r\n\"" })
	void limitsTheTimeOfTheWholeBody(String form) throws Exception {
		try (Socket socket = open(HEAD + form)) {
			// Each byte comes in time.
			await().until(() -> {
				service.clock().advance(Duration.ofSeconds(4));
				write(socket, form.startsWith("T") ? "\r\n1\r\na" : "a");
				return socket.getInputStream().available() > 0;
			});
			assertThat(rest(socket)).startsWith("HTTP/1.1 408 ")
				.contains("application/problem+json", "urn:yoil:problem:request-timeout");
		}
	}

	@Test
	void doesNotTreatABodyAsARequest() throws Exception {
		String hidden = READ + "\r\n";
		try (Socket socket = open("POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + hidden.length()
				+ "\r\n\r\n" + hidden + "GET /none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")) {
			assertThat(rest(socket)).containsSubsequence("HTTP/1.1 404 ", "HTTP/1.1 404 ")
				.doesNotContain("HTTP/1.1 200 ");
		}
	}

	@Test
	void timesOutIncompleteBodies() throws Exception {
		assertThat(service.limitWaitForBytes(Duration.ofMillis(500))).isEqualTo(Duration.ofSeconds(10));
		try (Socket socket = open(HEAD + "Content-Length: 5\r\n\r\n{")) {
			assertThat(rest(socket)).startsWith("HTTP/1.1 408 ")
				.contains("application/problem+json", "urn:yoil:problem:request-timeout");
		}
		finally {
			service.limitWaitForBytes(Duration.ofSeconds(10));
		}
	}

	/**
	 * Tomcat takes a bare LF for the end of a line.
	 */
	@Test
	void doesNotBlockOtherClients() throws Exception {
		assertThat(service.get("/api/v1/genres").statusCode()).isEqualTo(200);
		try (Socket waiting = open("GET /api/v1/genres HTTP/1.1\r\nHost: a\nContent-Length: 9\r\n\r\n")) {
			waiting.getInputStream().read();
			assertThat(service.text(service.request("GET", "/api/v1/genres").timeout(Duration.ofSeconds(5)).build())
				.statusCode()).isEqualTo(200);
		}
	}

	private static void assertRefused(String response) {
		assertThat(response).startsWith("HTTP/1.1 413")
			.contains("Connection: close", "application/problem+json", "urn:yoil:problem:content-too-large",
					"The limit is 65536 bytes");
	}

	/**
	 * Sends a head and a body, and gives all that came back until the connection ended.
	 */
	private static String send(String head, int length, boolean chunked) throws Exception {
		try (Socket socket = open(head)) {
			CompletableFuture<Void> sent = Background.run(() -> sendBody(socket, length, chunked));
			StringBuilder response = new StringBuilder();
			try {
				for (int next = socket.getInputStream().read(); next >= 0; next = socket.getInputStream().read()) {
					response.append((char) next);
				}
			}
			catch (SocketException ex) {
				// The service does not wait for the rest: what it said before counts.
			}
			sent.get(10, TimeUnit.SECONDS);
			return response.toString();
		}
	}

	private static void sendBody(Socket socket, int length, boolean chunked) {
		String body = "\"" + "a".repeat(length - 2) + "\"";
		try {
			for (int sent = 0; sent < length; sent += 1000) {
				String part = body.substring(sent, Math.min(length, sent + 1000));
				write(socket, chunked ? Integer.toHexString(part.length()) + "\r\n" + part + "\r\n" : part);
			}
			if (chunked) {
				write(socket, "0\r\n\r\n");
			}
		}
		catch (IOException ex) {
			// The service has hung up, as it may.
		}
	}

	private static Socket open(String text) throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
		socket.setSoTimeout(10_000);
		write(socket, text);
		return socket;
	}

	private static void write(Socket socket, String text) throws IOException {
		OutputStream out = socket.getOutputStream();
		out.write(text.getBytes(StandardCharsets.US_ASCII));
	}

	private static String rest(Socket socket) throws IOException {
		return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
	}

}
