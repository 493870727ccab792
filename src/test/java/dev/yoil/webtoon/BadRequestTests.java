package dev.yoil.webtoon;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Invalid requests: each receives a problem, and none logs a warning.
 */
class BadRequestTests {

	private static final String LIST = "/api/v1/webtoon";

	@RegisterExtension
	private static final RunningService service = RunningService.shared();

	/** Clients could fill the log otherwise. */
	private static LoggedWarnings logged;

	@BeforeAll
	static void start() throws IOException {
		logged = new LoggedWarnings();
		for (String path : new String[] { "/", LIST + "?publishDay=MONDAY", "/nowhere", "/actuator/prometheus" }) {
			abort("GET " + path);
		}
	}

	@AfterAll
	static void stop() {
		logged.close();
	}

	@AfterEach
	void logsNoWarning() {
		assertThat(logged.lines()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					?publishDay=%20%09                   | 'publishDay' is missing or blank
					?publishDay=%EC%9B%94%EC%9A%94       | 'publishDay' has the invalid value '월요'. Allowed values: MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY, also MON TUE
					?publishDay=a%0d%0aB:%1b%5Bm%e2%80%ae  | 'publishDay' has the invalid value 'a??B:?[m?'
					?publishDay=MON&publishDay=TUE       | 'publishDay' has the invalid value 'MON,TUE'
					?publishDay=MON&sort=l%C4%B1kes      | 'sort' has the invalid value 'lıkes'. Allowed values: title, registered, likes, reviews.
					?publishDay=MON&page=-1              | 'page' has the invalid value '-1'. Allowed values: whole numbers from 0 to 1000000.
					?publishDay=MON&size=0               | 'size' has the invalid value '0'. Allowed values: whole numbers from 1 to 100.
					/search?query=%20                    | 'query'
					""")
	void namesTheParameterAndTheValidValues(String query, String complaint) throws IOException {
		RawHttp.Answer response = send("GET " + LIST + query);
		assertThatIsProblem(response, 400);
		assertThat(response.body()).contains("Parameter " + complaint, "\"instance\":\"" + LIST);
	}

	@Test
	void showsAtMostFortyCharactersOfAValue() throws IOException {
		RawHttp.Answer response = send("GET /api/v1/webtoon?publishDay=" + "%F0%9F%98%80".repeat(41));
		assertThatIsProblem(response, 400);
		assertThat(response.body()).contains("'" + "😀".repeat(40) + "...'");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			GET /nowhere                             |                            | 404
			GET /error                               |                            | 404
			GET /api/v1/webtoon/?publishDay=MONDAY   |                            | 404
			GET /thumbnails/..%2fmessages.properties |                            | 400
			GET /assets/                             |                            | 404
			FOO /nowhere                             |                            | 404
			GET /actuator/health/nope                |                            | 404
			POST /                                   |                            | 405
			FOO /api/v1/webtoon                      |                            | 405
			CONNECT localhost:1                      |                            | 501
			GET /api/v1/webtoon?publishDay=%zz       |                            | 400
			GET /api/v1/webtoon?publishDay=%ff%fe    |                            | 400
			GET /api/v1/webtoon?publishDay=<>        |                            | 400
			GET /api/v1/webtoon%00                   |                            | 400
			GET /../../etc/passwd                    |                            | 400
			GET /a[b]                                |                            | 400
			GET *                                    |                            | 400
			G(T /api/v1/webtoon                      |                            | 400
			GET /api/v1/webtoon                      | Bad Header                 | 400
			GET /api/v1/webtoon                      | Content-Length: x          | 400
			GET /api/v1/webtoon                      | Transfer-Encoding: unknown | 501
			GET /api/v1/webtoon                      | Expect: unknown            | 417
			GET /api/v1/webtoon?publishDay=MONDAY    | Accept: text/html          | 406
			GET /api/v1/webtoon?publishDay=MONDAY    | Accept: ///                | 406
			GET /api/v1/webtoon?publishDay=MONDAY    | Accept-Encoding: *;q=0     | 406
			GET /api/v1/nowhere                      | Accept: text/plain         | 404
			GET /actuator/health                     | Accept: application/json,, | 406
			GET /actuator/prometheus                 | Accept: application/json,, | 406
			""")
	void respondsWithAProblem(String request, String header, int status) throws IOException {
		assertThatIsProblem((header != null) ? send(request, header) : send(request), status);
	}

	@Test
	void rejectsRequestsBeyondTheLimits() throws IOException {
		assertThatIsProblem(send("GET /api/v1/webtoon?publishDay=" + "A".repeat(9_000)), 414);
		assertThatIsProblem(send("GET " + LIST, "X-Long: " + "a".repeat(9_000)), 431);
		assertThatIsProblem(send("GET " + LIST, numbered("X-%d: a", 200).toArray(String[]::new)), 400);
		assertThatIsProblem(send("GET " + LIST, "Cookie: " + numbered("c%d=1", 300).collect(Collectors.joining("; "))),
				400);
		assertThatIsProblem(send("GET " + LIST + "?" + numbered("%d", 1200).collect(Collectors.joining("&"))), 400);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			GET / HTTP/1.1          | 400
			GET / HTTP/3.0          | 505
			\u0016\u0003\u0001      | 400
			""")
	void rejectsInvalidRequestLines(String requestLine, int status) throws IOException {
		assertThatIsProblem(RawHttp.send(service.port(), requestLine), status);
	}

	/**
	 * A servlet would send the request back, including its cookies.
	 */
	@ParameterizedTest
	@ValueSource(strings = { LIST, "/nowhere", "/actuator/prometheus" })
	void rejectsTrace(String path) throws IOException {
		RawHttp.Answer response = send("TRACE " + path, "Cookie: name=secret");
		assertThatIsProblem(response, 405);
		assertThat(response.headers()).containsKey("allow");
		assertThat(response.body()).doesNotContain("secret");
	}

	@Test
	void acceptsWildcardsAndAnEmptyAccept() throws IOException {
		RawHttp.Answer response = send("GET " + LIST + "?publishDay=MONDAY", "Accept: text/html,*/*;q=0.8");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.headers()).containsEntry("content-type", "application/json");
		assertThat(send("GET /actuator/prometheus", "Accept:").status()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "zz", "-1", "ffffffffffffffffff" })
	void rejectsInvalidChunks(String length) throws IOException {
		assertThatIsProblem(send("POST /api/v1/admin/banned-words",
				"Authorization: " + Administrator.credentials(Administrator.PASSWORD), "Content-Type: application/json",
				"Transfer-Encoding: chunked", "", length), 400);
	}

	/**
	 * Sends requests and closes the connection at once, so that writing a response fails.
	 */
	private static void abort(String request) throws IOException {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
			socket.setSoLinger(true, 0);
			socket.getOutputStream()
				.write((request + " HTTP/1.1\r\nHost: localhost\r\n\r\n").repeat(20).getBytes(StandardCharsets.UTF_8));
		}
	}

	private static RawHttp.Answer send(String request, String... headers) throws IOException {
		return RawHttp.send(service.port(), request + " HTTP/1.1",
				Stream.concat(Stream.of("Host: localhost"), Stream.of(headers)).toArray(String[]::new));
	}

	private static Stream<String> numbered(String format, int count) {
		return IntStream.range(0, count).mapToObj(format::formatted);
	}

	private static void assertThatIsProblem(RawHttp.Answer response, int status) {
		assertThat(response.status()).isEqualTo(status);
		assertThat(response.headers()).containsEntry("content-type", "application/problem+json")
			.containsEntry("cache-control", "no-store")
			.doesNotContainKey("server");
		assertThat(response.body()).contains("\"status\":" + status, "\"title\":", "\"detail\":")
			.doesNotContainIgnoringCase("<html")
			.doesNotContain("Tomcat", "Exception", "org.", "java.", "\tat ");
	}

}
