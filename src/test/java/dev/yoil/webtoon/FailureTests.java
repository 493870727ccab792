package dev.yoil.webtoon;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Responses and log lines of unexpected failures.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailureTests {

	@RegisterExtension
	private static final RunningService service = RunningService.proxied();

	@Test
	void returnsRetryAfterWhenTheDatabaseIsUnreachable(CapturedOutput output) throws Exception {
		try (RunningService service = RunningService.shared()) {
			service.database().stop();
			RawHttp.Answer response = get(service, "/api/v1/webtoon?publishDay=WEDNESDAY");
			assertThat(response.status()).isEqualTo(503);
			assertThat(response.headers()).containsEntry("retry-after", "5")
				.containsEntry("content-type", "application/problem+json");
			assertThat(response.body()).contains("Try again in 5 seconds").doesNotContain("Exception", "jdbc");
			assertThat(output).containsOnlyOnce("Database unreachable since").doesNotContain("\tat ");
			service.database().start();
			assertThat(get(service, "/api/v1/webtoon?publishDay=WEDNESDAY").status()).isEqualTo(200);
		}
	}

	/**
	 * Otherwise the client would receive a success.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "/broken-commit", "/broken-rollback" })
	void doesNotMistakeTheDatabaseForAClosedClient(String path) throws IOException {
		RawHttp.Answer response = get(service, path);
		assertThat(response.status()).isEqualTo(503);
		assertThat(response.body()).contains("Try again in 5 seconds");
	}

	/** In MVC, and in a filter in front of it. */
	@ParameterizedTest
	@ValueSource(strings = { "/broken-handler", "/broken-filter" })
	void logsTheCauseOfAnUnexpectedFailure(String path, CapturedOutput output) throws IOException {
		RawHttp.Answer response = get(service, path);
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.headers()).containsEntry("content-type", "application/problem+json");
		assertThat(response.body()).contains("The cause has been logged", "\"instance\":\"/broken-")
			.doesNotContain("secret", "Exception", "\tat ");
		assertThat(output).containsOnlyOnce("java.lang.IllegalStateException: secret").contains("\tat ");
	}

	private static RawHttp.Answer get(RunningService service, String path) throws IOException {
		return RawHttp.send(service.port(), "GET " + path + " HTTP/1.1", "Host: localhost");
	}

}
