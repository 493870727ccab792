package dev.yoil.webtoon;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.FullRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Wrong requests of every kind are answered with problems, and warn nobody.
 */
class BadRequestTests {

	private static final String LIST = "/api/v1/webtoon";

	private static final String JSON = "Content-Type: application/json";

	private static final String ADMINISTRATOR = "Authorization: " + Administrator.credentials(Administrator.PASSWORD);

	/** Each header is sent to every address only if there is time for it. */
	private static final int ADDRESSES_OF_A_HEADER = FullRun.count(2, OddRequests.PATHS.size());

	private static final int ADDRESSES_OF_A_METHOD = FullRun.count(8, OddRequests.PATHS.size());

	/** Each body goes with every change, but usually with one type only. */
	private static final int TYPES_OF_A_BODY = FullRun.count(1, OddRequests.TYPES.size());

	private static RunningService service;

	@BeforeAll
	static void start() {
		service = RunningService.shared();
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			GET /api/v1/webtoon                            | is missing or blank
			GET /api/v1/webtoon?publishDay=                | is missing or blank
			GET /api/v1/webtoon?publishDay=%20%09          | is missing or blank
			GET /api/v1/webtoon?publishDay=FUNDAY          | has the invalid value 'FUNDAY'
			GET /api/v1/webtoon?publishDay=%EC%9B%94%EC%9A%94 | has the invalid value '월요'
			GET /api/v1/webtoon?publishDay=%00             | has the invalid value '?'
			GET /api/v1/webtoon?publishDay=a%0d%0aB:%1b[m%e2%80%ae | has the invalid value 'a??B:?[m?'
			GET /api/v1/webtoon?publishDay=MON&publishDay=TUE | has the invalid value 'MON,TUE'
			""")
	void saysWhichPublishDaysThereAre(String request, String complaint) throws IOException {
		// Square brackets may not stand in an address as they are.
		RawHttp.Answer answer = send(request.replace("[", "%5B"));
		assertThatIsProblem(answer, 400);
		assertThat(answer.body()).contains("Parameter 'publishDay' " + complaint)
			.contains("MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY, also MON TUE")
			.contains("월 화 수 목 금 토 일")
			.contains("\"instance\":\"/api/v1/webtoon\"");
	}

	@Test
	void showsNoMoreThanFortyCharactersOfAValue() throws IOException {
		RawHttp.Answer answer = send("GET /api/v1/webtoon?publishDay=" + "%F0%9F%98%80".repeat(41));
		assertThatIsProblem(answer, 400);
		assertThat(answer.body()).contains("'" + "😀".repeat(40) + "...'");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			POST /                                   | 405
			GET /nowhere                             | 404
			GET /error                               | 404
			GET /WEB-INF/web.xml                     | 404
			GET //api//v1/webtoon?publishDay=MONDAY  | 404
			GET /api/v1/webtoon/?publishDay=MONDAY   | 404
			GET /thumbnails/1.svg                    | 404
			GET /thumbnails/..%2fmessages.properties | 400
			GET /assets/site.css.map                 | 404
			GET /assets/                             | 404
			POST /thumbnails/pictures.svg            | 405
			FOO /nowhere                             | 404
			POST /api/v1/webtoon                     | 405
			FOO /api/v1/webtoon                      | 405
			GET /actuator/health/nope                | 404
			GET /actuator/health/readiness/nope      | 404
			TRACE /api/v1/webtoon                    | 405
			TRACE /nowhere                           | 405
			CONNECT localhost:1                      | 501
			GET /api/v1/webtoon?publishDay=%zz       | 400
			GET /api/v1/webtoon?publishDay=%         | 400
			GET /api/v1/webtoon?publishDay=%ff%fe    | 400
			GET /api/v1/webtoon%00                   | 400
			GET /api/%zz                             | 400
			GET /thumbnails/%ff.svg                  | 400
			GET /..%2f..%2fetc/passwd                | 400
			GET /../../etc/passwd                    | 400
			GET /a%5cb                               | 400
			GET /a[b]                                | 400
			GET *                                    | 400
			GET ht!tp://x/                           | 400
			GET /api/v1/webtoon?publishDay=<>        | 400
			GET /api/v1/webtoon?publishDay="         | 400
			GET /api/v1/webtoon?publishDay=월          | 400
			G(T /api/v1/webtoon                      | 400
			""")
	void answersWithAProblem(String request, int status) throws IOException {
		assertThatIsProblem(send(request), status);
	}

	@Test
	void rejectsAPipeInAnAddress() throws IOException {
		assertThatIsProblem(send("GET /api/v1/webtoon?publishDay=<>|\""), 400);
	}

	@ParameterizedTest
	@ValueSource(ints = { 9_000, 100_000 })
	void rejectsAnAddressThatIsTooLong(int length) throws IOException {
		assertThatIsProblem(send("GET /api/v1/webtoon?publishDay=" + "A".repeat(length)), 414);
	}

	@Test
	void rejectsHeadersThatAreTooLarge() throws IOException {
		assertThatIsProblem(send("GET " + LIST, "X-Long: " + "a".repeat(9_000)), 431);
	}

	@Test
	void rejectsTooManyHeadersCookiesOrParameters() throws IOException {
		assertThatIsProblem(send("GET " + LIST, numbered("X-%d: a", 200).toArray(String[]::new)), 400);
		assertThatIsProblem(send("GET " + LIST, "Cookie: " + String.join("; ", numbered("c%d=1", 300).toList())), 400);
		assertThatIsProblem(send("GET " + LIST + "?" + String.join("&", numbered("%d", 1200).toList())), 400);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			Bad Header                 | 400
			Host: second.example       | 400
			Content-Length: x          | 400
			Transfer-Encoding: unknown | 501
			Expect: unknown            | 417
			""")
	void rejectsABadHeader(String header, int status) throws IOException {
		assertThatIsProblem(send("GET " + LIST, header), status);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			GET / HTTP/1.1          | 400
			GET / HTTP/3.0          | 505
			GET / FTP/1.1           | 400
			\u0016\u0003\u0001      | 400
			""")
	void rejectsWhatIsNotHttpElevenWithAHost(String requestLine, int status) throws IOException {
		assertThatIsProblem(RawHttp.send(service.port(), requestLine), status);
	}

	@Test
	void namesTheMethodsOfAnAddress() throws IOException {
		assertThat(send("POST " + LIST).headers()).containsEntry("allow", "GET");
		assertThat(send("TRACE " + LIST).headers()).containsKey("allow");
	}

	/**
	 * A servlet would send back what came, cookies and all.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "/", "/nowhere", "/actuator/prometheus", "/api/v1/admin/genres", "/assets/nothing" })
	void sendsNothingBackToTrace(String path) throws IOException {
		RawHttp.Answer answer = send("TRACE " + path, "Cookie: name=secret");
		assertThatIsProblem(answer, 405);
		assertThat(answer.body()).doesNotContain("secret");
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/html", "image/png, text/*;q=0.5", "///" })
	void answersInItsOwnFormToWhoAcceptsAnother(String accepted) throws IOException {
		RawHttp.Answer answer = send("GET " + LIST + "?publishDay=MONDAY", "Accept: " + accepted);
		assertThatIsProblem(answer, 406);
		assertThat(answer.body()).contains("application/json");
		assertThatIsProblem(send("GET /api/v1/nowhere", "Accept: " + accepted), 404);
	}

	@Test
	void answersABrowserThatAcceptsEverythingInTheEnd() throws IOException {
		assertThat(send("GET " + LIST + "?publishDay=MONDAY", "Accept: text/html,application/xml;q=0.9,*/*;q=0.8"))
			.satisfies((answer) -> assertThat(answer.status()).isEqualTo(200))
			.satisfies((answer) -> assertThat(answer.headers()).containsEntry("content-type", "application/json"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "zz", "-1", "ffffffffffffffffff" })
	void rejectsABodyInChunksThatAreNone(String length) throws IOException {
		assertThatIsProblem(
				send("POST /api/v1/admin/banned-words", ADMINISTRATOR, JSON, "Transfer-Encoding: chunked", "", length),
				400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/actuator/health", "/actuator/health/nope", "/actuator/prometheus" })
	void rejectsATypeThatTheActuatorCannotRead(String path) throws IOException {
		assertThatIsProblem(send("GET " + path, "Accept: application/json,,"), 406);
	}

	@Test
	void takesAnAcceptOfNothingForAnything() throws IOException {
		assertThat(send("GET /actuator/prometheus", "Accept:").status()).isEqualTo(200);
	}

	/**
	 * Else anybody could fill the log.
	 */
	@Tag("full")
	@Test
	void logsNoWarningOfAnyOfThem() throws IOException {
		try (LoggedWarnings logged = new LoggedWarnings()) {
			for (String path : OddRequests.PATHS) {
				abort("GET " + path);
			}
			int turn = 0;
			for (String header : OddRequests.HEADERS) {
				for (String path : some(OddRequests.PATHS, ADDRESSES_OF_A_HEADER, turn++)) {
					send("GET " + path, header);
					assertThat(logged.lines()).as("GET %s with %s", path, header).isEmpty();
				}
			}
			for (String method : OddRequests.METHODS) {
				for (String path : some(OddRequests.PATHS, ADDRESSES_OF_A_METHOD, turn++)) {
					send(method + " " + path, "Accept: x");
					assertThat(logged.lines()).as("%s %s", method, path).isEmpty();
				}
			}
			for (String request : OddRequests.CHANGES) {
				for (String body : OddRequests.BODIES) {
					for (String type : some(OddRequests.TYPES, TYPES_OF_A_BODY, turn++)) {
						send(request, ADMINISTRATOR, "Content-Type: " + type, body);
						assertThat(logged.lines()).as("%s of %s with %s", request, type, body).isEmpty();
					}
				}
			}
			send("POST /api/v1/webtoon/1/reviews", ADMINISTRATOR, JSON, "Content-Length: 100000");
			for (String line : OddRequests.LINES) {
				RawHttp.send(service.port(), line, "Host: localhost");
				assertThat(logged.lines()).as(line).isEmpty();
			}
		}
	}

	/**
	 * Takes some of all, others each turn.
	 */
	private static List<String> some(List<String> all, int count, int turn) {
		return IntStream.range(turn * count, (turn + 1) * count)
			.mapToObj((index) -> all.get(index % all.size()))
			.toList();
	}

	/**
	 * Asks, and closes the connection at once, so that who writes the answer fails.
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

	private static void assertThatIsProblem(RawHttp.Answer answer, int status) {
		assertThat(answer.status()).isEqualTo(status);
		assertThat(answer.headers()).containsEntry("content-type", "application/problem+json")
			.containsEntry("cache-control", "no-store")
			.doesNotContainKey("server");
		assertThat(answer.body()).contains("\"status\":" + status, "\"title\":", "\"detail\":")
			.doesNotContainIgnoringCase("<html")
			.doesNotContain("Tomcat", "Exception", "org.", "java.", "\tat ");
	}

}
