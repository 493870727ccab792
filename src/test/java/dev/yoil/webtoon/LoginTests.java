package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * How the administrator gets in, and nobody else.
 */
@ExtendWith(OutputCaptureExtension.class)
class LoginTests {

	/** Something that only the administrator gets, and that is there in every version. */
	private static final String CLEAR = "/api/v1/cache/findWebtoonsByPublishDay/entries";

	private static final String RIGHT = Administrator.credentials(Administrator.PASSWORD);

	private static final String WRONG = Administrator.credentials("wrong-horse-battery");

	/** Shared by those tests that do not look at how it starts. */
	private static RunningService service;

	@BeforeAll
	static void start() {
		service = RunningService.start();
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@BeforeEach
	void forgetFailedLogins() {
		service.clock().advance(Duration.ofHours(2));
	}

	@ParameterizedTest
	@ValueSource(strings = { "Basic", "Basic !", "Basic YWRtaW4=", "Basic Og==", "Bearer abc", "Digest a",
			"Basic YWRtaW46Y29ycmVjdC1ob3JzZS1iYXR0ZXI=" })
	void refusesWhatIsNotTheCredentials(String authorization) throws Exception {
		HttpResponse<String> refused = new Administrator(service).sendAs(authorization, "DELETE", CLEAR, null);
		assertThat(refused.statusCode()).isEqualTo(401);
		assertThat(refused.body()).contains("urn:yoil:problem:unauthenticated");
		assertThat(refused.headers().firstValue("WWW-Authenticate"))
			.contains("Basic realm=\"Yoil\", charset=\"UTF-8\"");
	}

	@Test
	void refusesAnotherNameWithTheRightPassword() throws Exception {
		Administrator administrator = new Administrator(service);
		// Remembered, too, it is only right with its name.
		assertThat(administrator.send("DELETE", CLEAR, null).statusCode()).isEqualTo(204);
		for (String name : new String[] { "Admin", "root", "", "admin " }) {
			assertThat(
					administrator.sendAs(Administrator.credentials(name, Administrator.PASSWORD), "DELETE", CLEAR, null)
						.statusCode())
				.as(name)
				.isEqualTo(401);
		}
	}

	@Test
	void triesFiveWrongPasswordsAndThenOneAMinute(CapturedOutput output) throws Exception {
		Administrator administrator = new Administrator(service);
		for (int attempt = 1; attempt <= 20; attempt++) {
			HttpResponse<String> refused = administrator.sendAs(WRONG, "DELETE", CLEAR, null);
			assertThat(refused.statusCode()).as("attempt %d", attempt).isEqualTo((attempt <= 5) ? 401 : 429);
			assertThat(refused.headers().firstValue("Retry-After").isPresent()).isEqualTo(attempt > 5);
		}
		HttpResponse<String> throttled = administrator.sendAs(RIGHT, "DELETE", CLEAR, null);
		assertThat(throttled.statusCode()).isEqualTo(429);
		assertThat(throttled.body()).contains("urn:yoil:problem:too-many-failed-logins");
		assertThat(throttled.headers().firstValue("Retry-After")).contains("60");
		service.clock().advance(Duration.ofMinutes(1));
		assertThat(administrator.sendAs(WRONG, "DELETE", CLEAR, null).statusCode()).isEqualTo(401);
		assertThat(administrator.sendAs(WRONG, "DELETE", CLEAR, null).statusCode()).isEqualTo(429);
		service.clock().advance(Duration.ofMinutes(1));
		assertThat(administrator.sendAs(RIGHT, "DELETE", CLEAR, null).statusCode()).isEqualTo(204);
		// Once for the first five, and once for the one a minute later.
		assertThat(output.getAll().split("Too many failed logins from 127.0.0.1", -1)).hasSize(3);
		assertThat(output).doesNotContain("wrong-horse-battery").doesNotContain(Administrator.PASSWORD);
	}

	@Test
	void isNotThrottledByBeingRight() throws Exception {
		Administrator administrator = new Administrator(service);
		for (int request = 0; request < 50; request++) {
			assertThat(administrator.send("DELETE", CLEAR, null).statusCode()).isEqualTo(204);
		}
	}

	@Test
	void lastsForOneRequest() throws Exception {
		HttpResponse<String> answer = new Administrator(service).send("DELETE", CLEAR, null);
		assertThat(answer.statusCode()).isEqualTo(204);
		assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
		assertThat(service.send(service.request("DELETE", CLEAR).build()).statusCode()).isEqualTo(401);
		for (String page : new String[] { "/login", "/logout" }) {
			assertThat(service.get(page).statusCode()).isEqualTo(404);
		}
	}

	@Test
	void tellsAPasswordOnceThatItMadeUp(CapturedOutput output) throws Exception {
		try (RunningService service = RunningService.startWithoutPassword()) {
			Matcher told = Pattern.compile("the administrator is: admin, password: ([A-Za-z0-9]{22,})\\s")
				.matcher(output);
			assertThat(told.find()).isTrue();
			String password = told.group(1);
			HttpResponse<String> answer = new Administrator(service).sendAs(Administrator.credentials(password),
					"DELETE", CLEAR, null);
			assertThat(answer.statusCode()).isEqualTo(204);
			assertThat(output.getAll().split(password, -1)).hasSize(2);
			assertThat(output).doesNotContain("generated security password");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "short-one11",
			"seventy-three-bytes-are-one-more-than-bcrypt-takes-whatever-they-may-be--" })
	void doesNotStartWithAPasswordThatIsTooShortOrTooLong(String password, CapturedOutput output) {
		assertThatException().isThrownBy(() -> RunningService.start("--yoil.admin.password=" + password).close());
		assertThat(output).contains("APPLICATION FAILED TO START", "The administrator's password (YOIL_ADMIN_PASSWORD");
		if (!password.isEmpty()) {
			assertThat(output).doesNotContain(password);
		}
	}

	@Test
	void takesAPasswordOfOtherLetters() throws Exception {
		try (RunningService service = RunningService.start("--yoil.admin.password=열두글자비밀번호입니다:요일")) {
			assertThat(new Administrator(service)
				.sendAs(Administrator.credentials("열두글자비밀번호입니다:요일"), "DELETE", CLEAR, null)
				.statusCode()).isEqualTo(204);
		}
	}

}
