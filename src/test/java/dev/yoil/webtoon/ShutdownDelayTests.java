package dev.yoil.webtoon;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import jakarta.servlet.ServletContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.web.context.support.WebApplicationContextUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ShutdownDelayTests {

	private static final String LIST = "/api/v1/webtoon?publishDay=MONDAY";

	@Test
	void respondsUntilItIsOver() throws Exception {
		RunningService service = RunningService.start("--yoil.shutdown-delay=1h");
		Thread end = new Thread(service::close);
		end.start();
		Awaitility.await().until(() -> service.get("/actuator/health/readiness").statusCode() == 503);
		assertThat(connection(service.get(LIST))).isEmpty();
		end.interrupt();
		end.join();
	}

	@Test
	void closesConnectionsAfterTheNextResponseAndOpensNone() throws Exception {
		try (RunningService service = RunningService.start("--yoil.shutdown-delay=1ns")) {
			HttpClient client = HttpClient.newHttpClient();
			HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + LIST))
				.build();
			assertThat(connection(client.send(request, BodyHandlers.ofString()))).isEmpty();
			ApplicationContext context = WebApplicationContextUtils
				.getRequiredWebApplicationContext(service.bean(ServletContext.class));
			service.bean(ShutdownDelay.class).onApplicationEvent(new ContextClosedEvent(context));
			assertThat(connection(client.send(request, BodyHandlers.ofString()))).isEqualTo("close");
			assertThatExceptionOfType(ConnectException.class)
				.isThrownBy(() -> client.send(request, BodyHandlers.ofString()));
		}
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
