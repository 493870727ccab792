package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

import dev.yoil.support.FullRun;
import dev.yoil.webtoon.OpenApiDocument.Operation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Valid and invalid requests generated from the OpenAPI document: none fails on the
 * server, and each response is documented. The same seed generates the same requests:
 * {@code -Dyoil.generated.seed=...} and {@code -Dyoil.generated.requests=...}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GeneratedRequestTests {

	private static final long SEED = Long.getLong("yoil.generated.seed", 20261121);

	/** With fewer, some operation may meet nothing that it could change. */
	private static final int ENOUGH_FOR_ALL = 3_000;

	/**
	 * Enough to change and delete, and so few that lists of them are held against their
	 * schema quickly.
	 */
	static final int SAMPLES = 315;

	private final Map<String, Map<Integer, Integer>> statuses = new TreeMap<>();

	private final List<String> complaints = new ArrayList<>();

	@RegisterExtension
	private final RunningService service = start();

	private OpenApiDocument document;

	private GeneratedRequests requests;

	@BeforeAll
	void readDocument() throws Exception {
		this.document = OpenApiDocument.of(this.service);
		this.requests = new GeneratedRequests(this.document, new Random(SEED), known(this.service),
				credentials(this.service));
	}

	@Test
	void respondsAsDocumented() throws Exception {
		try (LoggedWarnings logged = new LoggedWarnings()) {
			AnswerCheck check = new AnswerCheck(this.document, ProblemTypeTests.allTypes());
			List<Operation> operations = this.document.operations();
			for (int number = 0; number < requests(); number++) {
				ask(operations.get(number % operations.size()), check);
			}
			assertThat(this.complaints).isEmpty();
			assertThat(logged.lines()).isEmpty();
			if (requests() >= ENOUGH_FOR_ALL) {
				assertThat(operations).allSatisfy(this::succeeded);
			}
		}
	}

	@Test
	void rejectsEachViolationOfABody() throws Exception {
		int sent = 0;
		for (Operation operation : this.document.operations()) {
			for (GeneratedRequest request : this.requests.violations(operation)) {
				HttpResponse<byte[]> response = this.service.send(request.on(this.service.port()));
				assertThat(response.statusCode()).as("%s %s: %s", operation, request.body(), AnswerCheck.text(response))
					.isEqualTo(400);
				sent++;
			}
		}
		assertThat(sent).isGreaterThan(200);
	}

	int requests() {
		return Integer.getInteger("yoil.generated.requests", FullRun.count(1_000, ENOUGH_FOR_ALL));
	}

	/**
	 * Starts the service.
	 */
	RunningService start() {
		return RunningService.shared("--yoil.sample-webtoons=" + SAMPLES);
	}

	private static Map<String, List<String>> known(RunningService service) throws Exception {
		List<String> webtoons = IntStream.rangeClosed(1, SAMPLES).mapToObj(Integer::toString).toList();
		List<String> caches = List.copyOf(service.json("/api/v1/cache").propertyNames());
		List<String> genres = StreamSupport.stream(service.json("/api/v1/genres").spliterator(), false)
			.map((genre) -> genre.get("code").asString())
			.toList();
		List<String> words = IntStream.range(0, 500).mapToObj((number) -> "zqxj" + number + "wvk").toList();
		List<String> addresses = IntStream.range(0, 250).mapToObj((number) -> "203.0.113." + number).toList();
		return Map.of("id", webtoons, "name", caches, "cursor", List.of(), "genre", genres, "word", words, "words",
				words, "address", addresses, "registeredDate", List.of("2026-01-31", "1999-12-31"), "publishDay",
				List.of("MONDAY", "tuesday", "WED", "thu", "Fri", "토", "일"));
	}

	/**
	 * What the security schemes of the document ask for. The visitor is always the same.
	 */
	private static Map<String, Map<String, String>> credentials(RunningService service) throws Exception {
		HttpResponse<String> csrf = service.get("/api/v1/csrf");
		JsonNode token = JsonMapper.shared().readTree(csrf.body());
		return Map.of("administrator", Map.of("Authorization", Administrator.credentials(Administrator.PASSWORD)),
				"csrfToken", Map.of(token.get("header").asString(), token.get("token").asString()), "csrfCookie",
				Map.of("Cookie", cookie(csrf, "yoil-csrf") + "; " + cookie(csrf, "yoil-visitor")));
	}

	private static String cookie(HttpResponse<String> response, String name) {
		return response.headers()
			.allValues("Set-Cookie")
			.stream()
			.map((cookie) -> cookie.split(";", 2)[0])
			.filter((cookie) -> cookie.startsWith(name + "="))
			.findAny()
			.orElseThrow();
	}

	private void ask(Operation operation, AnswerCheck check) throws Exception {
		if (operation.path().endsWith("/entries/{id}")) {
			this.service.json("/api/v1/cache?limit=1")
				.forEachEntry((cache, snapshot) -> snapshot.get("entries")
					.forEach((entry) -> this.requests
						.created("/api/v1/cache/" + cache + "/entries/" + entry.get("id").asString())));
		}
		GeneratedRequest request = this.requests.next(operation);
		HttpResponse<byte[]> response = this.service.send(request.on(this.service.port()));
		this.statuses.computeIfAbsent(request.operation().toString(), (missing) -> new TreeMap<>())
			.merge(response.statusCode(), 1, Integer::sum);
		if (response.statusCode() == 201) {
			response.headers().firstValue("Location").ifPresent(this.requests::created);
		}
		String complaint = check.complaint(request, response);
		if (complaint == null && isChange(request) && response.statusCode() < 300
				&& this.service.get("/api/v1/webtoon?publishDay=MONDAY").statusCode() != 200) {
			complaint = "leaves a service that does not answer";
		}
		if (complaint != null && this.complaints.size() < 40) {
			this.complaints.add(
					"%d %s%n%s%n%s%n".formatted(response.statusCode(), complaint, request, AnswerCheck.text(response)));
		}
	}

	private static boolean isChange(GeneratedRequest request) {
		return !request.method().equals("GET") && !request.method().equals("HEAD");
	}

	private void succeeded(Operation operation) {
		// The file does not change here, so nothing can be applied.
		if (!operation.toString().equals("POST /api/v1/cache/configuration")) {
			assertThat(this.statuses.get(operation.toString()).keySet()).as("successful responses of %s", operation)
				.anyMatch((status) -> status >= 200 && status < 300);
		}
	}

}
