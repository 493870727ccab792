package dev.yoil.webtoon;

import java.io.IOException;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is answered and logged where something fails.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailureTests {

	private static RunningService service;

	@BeforeAll
	static void start() {
		service = RunningService.proxied();
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@Test
	void asksToComeBackWhenTheDatabaseCannotBeReached(CapturedOutput output) throws Exception {
		try (RunningService service = RunningService.shared()) {
			service.database().stop();
			RawHttp.Answer answer = get(service, "/api/v1/webtoon?publishDay=WEDNESDAY");
			assertThat(answer.status()).isEqualTo(503);
			assertThat(answer.headers()).containsEntry("retry-after", "5")
				.containsEntry("content-type", "application/problem+json");
			assertThat(answer.body()).contains("Try again in 5 seconds").doesNotContain("Exception", "jdbc");
			assertThat(output).containsOnlyOnce("Database unreachable since").doesNotContain("\tat ");
			service.database().start();
			assertThat(get(service, "/api/v1/webtoon?publishDay=WEDNESDAY").status()).isEqualTo(200);
		}
	}

	/**
	 * Else the client would be told that it is done.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "/broken-commit", "/broken-rollback" })
	void doesNotTakeTheDatabaseForAClientThatHasGone(String path) throws IOException {
		RawHttp.Answer answer = get(service, path);
		assertThat(answer.status()).isEqualTo(503);
		assertThat(answer.body()).contains("Try again in 5 seconds");
	}

	@Test
	void keepsTheCauseOfAnUnexpectedFailureToTheLog(CapturedOutput output) throws IOException {
		assertThatIsServerError(get(service, "/broken-handler"));
		assertThat(output).containsOnlyOnce("java.lang.IllegalStateException: secret").contains("\tat ");
	}

	@Test
	void keepsTheCauseOfAFailureOutsideOfMvcToTheLog(CapturedOutput output) throws IOException {
		assertThatIsServerError(get(service, "/broken-filter"));
		assertThat(output).containsOnlyOnce("java.lang.IllegalStateException: secret").contains("\tat ");
	}

	private static RawHttp.Answer get(RunningService service, String path) throws IOException {
		return RawHttp.send(service.port(), "GET " + path + " HTTP/1.1", "Host: localhost");
	}

	private static void assertThatIsServerError(RawHttp.Answer answer) {
		assertThat(answer.status()).isEqualTo(500);
		assertThat(answer.headers()).containsEntry("content-type", "application/problem+json");
		assertThat(answer.body()).contains("The cause has been logged", "\"instance\":\"/broken-")
			.doesNotContain("secret", "Exception", "\tat ");
	}

}
