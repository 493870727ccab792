package dev.yoil.webtoon;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import dev.yoil.probe.AdministratorProbe;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Bodies that come slowly, or never, at a service of four threads.
 */
class SlowBodyTests {

	private static final String ADMINISTRATOR = "Authorization: " + Administrator.credentials(Administrator.PASSWORD)
			+ "\r\nContent-Type: application/json\r\n";

	private static RunningService service;

	@BeforeAll
	static void start() {
		service = RunningService.startWithConfiguration(FastClock.class, "--server.tomcat.threads.max=4",
				"--management.server.port=0", "--management.server.address=127.0.0.1");
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET /api/v1/genres", "GET /nowhere", "OPTIONS *", "POST /nowhere", "POST /[",
			"POST /api/v1/webtoon/1/reviews", "POST /api/v1/admin/probe", "PUT /api/v1/genres", "GET /thumbnails/1.svg",
			"GET /api/v1/csrf" })
	void keepNobodyElseWaiting(String request) throws Exception {
		assertNobodyWaits(service.port(), request, "", "/api/v1/genres");
	}

	@Test
	void keepNobodyElseWaitingThoughTheyAreWanted() throws Exception {
		Reader reader = new Reader(service);
		assertNobodyWaits(
				service.port(), "POST /api/v1/webtoon/1/reviews", "Content-Type: application/json\r\nX-CSRF-TOKEN: "
						+ reader.token() + "\r\nCookie: yoil-csrf=" + reader.cookie("yoil-csrf") + "\r\n",
				"/api/v1/genres");
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET /actuator/health", "POST /nowhere" })
	void keepNobodyElseWaitingAtTheActuatorsOwnPort(String request) throws Exception {
		assertNobodyWaits(service.managementPort(), request, "", "/actuator/health");
	}

	private static void assertNobodyWaits(int port, String request, String headers, String other) throws Exception {
		HttpRequest asked = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + other))
			.timeout(Duration.ofSeconds(3))
			.build();
		// The first request takes longer than any other.
		HttpClient.newHttpClient().send(asked, HttpResponse.BodyHandlers.discarding());
		List<Socket> slow = new ArrayList<>();
		try {
			for (int client = 0; client < 8; client++) {
				boolean chunked = client % 2 == 1;
				slow.add(begin(port, request,
						(chunked ? "Transfer-Encoding: chunked" : "Content-Length: 60000") + "\r\n",
						(client > 3) ? "a" : ""));
			}
			for (int time = 0; time < 8; time++) {
				assertThat(HttpClient.newHttpClient().send(asked, HttpResponse.BodyHandlers.discarding()).statusCode())
					.isEqualTo(200);
			}
		}
		finally {
			for (Socket socket : slow) {
				socket.close();
			}
		}
	}

	private static Socket begin(int port, String request, String headers, String body) throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
		socket.setSoTimeout(20_000);
		write(socket, request + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n" + body);
		return socket;
	}

	private static void write(Socket socket, String text) throws IOException {
		socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
	}

	@ParameterizedTest
	@ValueSource(ints = { 2_000, 60_000 })
	void loseNoAnswerThatRefusesThem(int length) throws Exception {
		HttpClient client = HttpClient.newHttpClient();
		for (int time = 0; time < 50; time++) {
			for (String path : List.of("/api/v1/admin/probe", "/api/v1/webtoon/1/reviews", "/nowhere")) {
				HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
					.POST(HttpRequest.BodyPublishers.ofByteArray(new byte[length]))
					.build();
				assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode()).isIn(401, 403, 404);
			}
		}
	}

	/**
	 * Unless all threads that may wait do so already, for bodies of tests before.
	 */
	@Test
	void leaveTheConnectionOpenIfTheRestComesSoon() {
		await().ignoreExceptions().untilAsserted(() -> {
			try (Socket socket = begin(service.port(), "POST /nowhere", "Content-Length: 4\r\n", "a")) {
				assertThat(statusLine(socket)).isEqualTo("HTTP/1.1 404 ");
				write(socket, "bcd" + "GET /api/v1/genres HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
				assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
					.contains("HTTP/1.1 200 ");
			}
		});
	}

	@Test
	void areNeverTakenForTheNextRequest() throws Exception {
		try (Socket socket = begin(service.port(), "POST /nowhere", "Content-Length: 60000\r\n",
				"GET /api/v1/genres HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
			assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
				.startsWith("HTTP/1.1 404 ")
				.doesNotContain("HTTP/1.1 200");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n" })
	void areReadForTenSecondsAndNoLonger(String form) throws Exception {
		boolean chunked = form.startsWith("T");
		FastClock.STEP.set(Duration.ofMillis(10_001).toNanos());
		try (Socket socket = begin(service.port(), "POST /api/v1/admin/probe", ADMINISTRATOR + form,
				chunked ? "1\r\n{\r\n" : "{")) {
			assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
				.startsWith("HTTP/1.1 408 ")
				.contains("urn:yoil:problem:body-too-slow", "Connection: close", "longer to come than 10 seconds");
		}
		finally {
			FastClock.STEP.set(0);
		}
	}

	@Test
	void areNotReadWhenNothingComes() throws Exception {
		try (RunningService impatient = RunningService.startWithBeans(new AdministratorProbe());
				Socket socket = begin(impatient.port(), "POST /api/v1/admin/probe",
						ADMINISTRATOR + "Content-Length: 5\r\n", "{")) {
			assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
				.startsWith("HTTP/1.1 408 ")
				.contains("application/problem+json");
		}
	}

	private static String statusLine(Socket socket) throws IOException {
		return new String(socket.getInputStream().readNBytes("HTTP/1.1 404 ".length()), StandardCharsets.US_ASCII);
	}

	/**
	 * A clock that goes on only when it is looked at.
	 */
	@Configuration(proxyBeanMethods = false)
	static class FastClock {

		static final AtomicLong STEP = new AtomicLong();

		private final AtomicLong now = new AtomicLong(Long.MAX_VALUE);

		@Bean
		LongSupplier nanoseconds() {
			return () -> this.now.addAndGet(STEP.get());
		}

		@Bean
		AdministratorProbe probe() {
			return new AdministratorProbe();
		}

	}

}
