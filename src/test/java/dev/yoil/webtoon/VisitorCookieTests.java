package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Objects;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * The visitor's cookie over HTTP.
 */
class VisitorCookieTests {

	private static final String COOKIE = "yoil-visitor";

	private static final String LIKE = "/api/v1/webtoon/1/like";

	private static final String REVIEWS = "/api/v1/webtoon/1/reviews";

	private static final String REVIEW = Reader.review("Mina", 5, "Good.");

	@TempDir
	private static Path folder;

	/** Shared by those tests that look at webtoons of their own. */
	private static RunningService service;

	/** Has another key, as it has another database, which is in a file. */
	private static RunningService stranger;

	@BeforeAll
	static void start() {
		service = RunningService.start();
		stranger = startStranger();
	}

	@AfterAll
	static void stop() {
		service.close();
		stranger.close();
	}

	private static RunningService startStranger() {
		return RunningService.startPooled("--spring.datasource.url=jdbc:h2:file:" + folder.resolve("yoil"));
	}

	@Test
	void comesWithTheTokenThatAVisitorNeedsToWriteAndNotBefore() throws Exception {
		Reader reader = new Reader(service);
		for (String path : new String[] { "/api/v1/webtoon?publishDay=MON", "/api/v1/webtoon/1", LIKE, REVIEWS,
				"/api/v1/ranking/daily", "/api/v1/genres" }) {
			reader.get(path);
			reader.get(path);
		}
		assertThat(reader.cookie(COOKIE)).isNull();

		HttpResponse<String> token = reader.send("GET", "/api/v1/csrf", null);
		assertThat(token.headers().allValues("Set-Cookie")).filteredOn((header) -> header.startsWith(COOKIE))
			.singleElement()
			.asString()
			.matches("yoil-visitor=[0-9a-f-]{36}\\.[0-9A-Za-z_-]{43}; Path=/; Max-Age=31536000; Expires=[^;]+; "
					+ "HttpOnly; SameSite=Lax");
		for (String method : new String[] { "PUT", "GET", "DELETE" }) {
			assertThat(reader.send(method, LIKE, null).headers().allValues("Set-Cookie"))
				.noneMatch((header) -> header.startsWith(COOKIE));
		}
		assertThat(reader.send("GET", "/api/v1/csrf", null).headers().allValues("Set-Cookie"))
			.noneMatch((header) -> header.startsWith(COOKIE));
		Reader other = new Reader(service);
		other.json(201, "POST", REVIEWS, REVIEW);
		assertThat(other.cookie(COOKIE)).isNotNull().isNotEqualTo(reader.cookie(COOKIE));
		String lost = other.cookie(COOKIE);
		other.with(COOKIE, "lost").json(201, "POST", REVIEWS, REVIEW);
		assertThat(other.cookie(COOKIE)).isNotNull().isNotEqualTo(lost).isNotEqualTo("lost");
	}

	@ParameterizedTest
	@CsvSource({ "2, altered id", "3, altered signature", "4, another key", "5, empty", "6, oversized" })
	void isNoneIfTheServiceDidNotMakeIt(int webtoon, String how) throws Exception {
		String like = "/api/v1/webtoon/" + webtoon + "/like";
		String reviews = "/api/v1/webtoon/" + webtoon + "/reviews";
		Reader author = new Reader(service);
		author.json(200, "PUT", like, null);
		long review = author.json(201, "POST", reviews, REVIEW).get("id").asLong();
		String good = Objects.requireNonNull(author.cookie(COOKIE));
		String forged = forge(how, good);

		assertThat(forger(forged).get(like).get("liked").asBoolean()).isFalse();
		assertThat(forger(forged).get(reviews).at("/items/0/mine").asBoolean()).isFalse();
		assertThat(forger(forged).json(200, "DELETE", like, null).get("likes").asLong()).isEqualTo(1);
		String own = reviews + "/" + review;
		assertThat(forger(forged).json(403, "PUT", own, REVIEW).get("type").asString())
			.isEqualTo("urn:yoil:problem:review-of-another");
		forger(forged).json(403, "DELETE", own, null);

		Reader forger = forger(forged);
		assertThat(forger.json(200, "PUT", like, null).get("likes").asLong()).isEqualTo(2);
		assertThat(forger.cookie(COOKIE)).isNotNull().isNotEqualTo(forged).isNotEqualTo(good).hasSize(80);
		assertThat(forger.get(like).get("liked").asBoolean()).isTrue();
	}

	private static Reader forger(String forged) throws Exception {
		return new Reader(service).with(COOKIE, forged);
	}

	private static String forge(String how, String good) throws Exception {
		return switch (how) {
			case "altered id" -> ((good.charAt(0) == '0') ? '1' : '0') + good.substring(1);
			case "altered signature" ->
				good.substring(0, 40) + ((good.charAt(40) == 'x') ? 'y' : 'x') + good.substring(41);
			case "another key" -> {
				Reader elsewhere = new Reader(stranger);
				elsewhere.json(200, "PUT", LIKE, null);
				yield Objects.requireNonNull(elsewhere.cookie(COOKIE));
			}
			case "empty" -> "";
			default -> "a".repeat(5000);
		};
	}

	@Test
	void outlivesTheService() throws Exception {
		Reader reader = new Reader(stranger);
		reader.json(200, "PUT", LIKE, null);
		String cookie = Objects.requireNonNull(reader.cookie(COOKIE));
		stranger.close();
		stranger = startStranger();
		assertThat(new Reader(stranger).with(COOKIE, cookie).get(LIKE).get("liked").asBoolean()).isTrue();
	}

	@Test
	void isGoodForOtherInstancesOnTheSameDatabase() throws Exception {
		String[] arguments = PostgresServer.arguments(PostgresServer.shared().createDatabase(),
				"--yoil.sample-webtoons=7");
		try (RunningService one = RunningService.startPooled(arguments);
				RunningService other = RunningService.startPooled(arguments)) {
			Reader reader = new Reader(one);
			reader.json(200, "PUT", LIKE, null);
			assertThat(
					new Reader(other).with(COOKIE, Objects.requireNonNull(reader.cookie(COOKIE))).get(LIKE).toString())
				.isEqualTo("{\"liked\":true,\"likes\":1}");
		}
	}

	@Test
	void isSignedWithTheKeyThatTheServiceIsGiven() throws Exception {
		String key = "--yoil.visitor.key=" + "key ".repeat(8);
		try (RunningService one = RunningService.start(key.strip() + ".");
				RunningService other = RunningService.start(key.strip() + ".")) {
			Reader reader = new Reader(one);
			reader.json(200, "PUT", LIKE, null);
			Reader elsewhere = new Reader(other).with(COOKIE, Objects.requireNonNull(reader.cookie(COOKIE)));
			assertThat(elsewhere.send("PUT", LIKE, null).headers().allValues("Set-Cookie"))
				.noneMatch((header) -> header.startsWith(COOKIE));
			assertThat(one.bean(JdbcTemplate.class).queryForList("select * from visitor_key")).isEmpty();
		}
	}

	@ExtendWith(OutputCaptureExtension.class)
	@ParameterizedTest
	@ValueSource(strings = { "", "only-thirty-one-bytes-long-----" })
	void stopsTheStartIfTheKeyIsTooShort(String key, CapturedOutput output) {
		assertThatException().isThrownBy(() -> RunningService.start("--yoil.visitor.key=" + key).close())
			.withStackTraceContaining("The value of 'yoil.visitor.key' has " + key.length() + " bytes.");
		assertThat(output).contains("needs at least 32")
			.contains("Set YOIL_VISITOR_KEY to what \"openssl rand -base64 32\" prints")
			.doesNotContain("only-thirty-one");
	}

}
