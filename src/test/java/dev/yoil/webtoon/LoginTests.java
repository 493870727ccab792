package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.time.Duration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.core.userdetails.UserDetailsService;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The login of the administrator.
 */
@ExtendWith(OutputCaptureExtension.class)
class LoginTests {

	/** Something that only the administrator gets, and that is there in every version. */
	private static final String CLEAR = "/api/v1/cache/findWebtoonsByPublishDay/entries";

	private static final String RIGHT = Administrator.credentials(Administrator.PASSWORD);

	private static final String WRONG = Administrator.credentials("wrong-horse-battery");

	/** Shared by those tests that do not look at how it starts. */
	@RegisterExtension
	private static final RunningService service = RunningService.shared();

	@BeforeEach
	void resetFailedLogins() {
		service.clock().advance(Duration.ofHours(2));
	}

	@ParameterizedTest
	@ValueSource(strings = { "Basic", "Basic !", "Basic YWRtaW4=", "Basic Og==", "Bearer abc", "Digest a",
			"Basic YWRtaW46Y29ycmVjdC1ob3JzZS1iYXR0ZXI=" })
	void rejectsInvalidCredentials(String authorization) throws Exception {
		HttpResponse<String> refused = new Administrator(service).sendAs(authorization, "DELETE", CLEAR, null);
		assertThat(refused.statusCode()).isEqualTo(401);
		assertThat(refused.body()).contains("urn:yoil:problem:unauthenticated");
		assertThat(refused.headers().firstValue("WWW-Authenticate"))
			.contains("Basic realm=\"Yoil\", charset=\"UTF-8\"");
	}

	@Test
	void rejectsAnotherName() throws Exception {
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
	void allowsFiveFailuresThenOneAMinute(CapturedOutput output) throws Exception {
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
	void doesNotThrottleSuccessfulLogins() throws Exception {
		Administrator administrator = new Administrator(service);
		for (int request = 0; request < 50; request++) {
			assertThat(administrator.send("DELETE", CLEAR, null).statusCode()).isEqualTo(204);
		}
	}

	@Test
	void lastsForOneRequest() throws Exception {
		HttpResponse<String> response = new Administrator(service).send("DELETE", CLEAR, null);
		assertThat(response.statusCode()).isEqualTo(204);
		assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
		assertThat(service.send(service.request("DELETE", CLEAR).build()).statusCode()).isEqualTo(401);
		for (String page : new String[] { "/login", "/logout" }) {
			assertThat(service.get(page).statusCode()).isEqualTo(404);
		}
	}

	/**
	 * Without them, Boot would create a default user and log its password.
	 */
	@Test
	void hasNoDefaultUser() {
		assertThat(service.has(AuthenticationManager.class)).isTrue();
		assertThat(service.has(UserDetailsService.class)).isFalse();
	}

}
