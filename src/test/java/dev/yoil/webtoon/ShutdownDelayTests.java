package dev.yoil.webtoon;

import java.net.http.HttpResponse;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

class ShutdownDelayTests {

	private static final String LIST = "/api/v1/webtoon?publishDay=MONDAY";

	@Test
	void respondsAndKeepsNoConnectionUntilItIsOver() throws Exception {
		RunningService service = RunningService.start("--yoil.shutdown-delay=1h");
		assertThat(connection(service.get(LIST))).isEmpty();
		Thread end = new Thread(service::close);
		end.start();
		Awaitility.await().until(() -> connection(service.get(LIST)).equals("close"));
		HttpResponse<String> hit = service.get(LIST);
		assertThat(hit.statusCode()).isEqualTo(200);
		assertThat(connection(hit)).isEqualTo("close");
		assertThat(service.get("/actuator/health/readiness").statusCode()).isEqualTo(503);
		end.interrupt();
		end.join();
	}

	@Test
	void cannotBeNegative() {
		assertThatException()
			.isThrownBy(() -> new SpringApplicationBuilder(ShutdownDelay.class).web(WebApplicationType.NONE)
				.run("--yoil.shutdown-delay=-1s"))
			.havingRootCause()
			.withMessage("yoil.shutdown-delay must be at least 0s, for example 5s.");
	}

	private static String connection(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(200);
		return response.headers().firstValue("connection").orElse("");
	}

}
