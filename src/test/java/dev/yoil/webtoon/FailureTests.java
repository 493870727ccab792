package dev.yoil.webtoon;

import java.io.IOException;
import java.sql.Connection;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.servlet.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.datasource.url=jdbc:h2:mem:failures", "spring.datasource.hikari.maximum-pool-size=2" })
@ExtendWith(OutputCaptureExtension.class)
class FailureTests {

	private final int port;

	private final HikariDataSource database;

	@Autowired
	FailureTests(@LocalServerPort int port, HikariDataSource database) {
		this.port = port;
		this.database = database;
	}

	@Test
	void asksToComeBackWhenTheDatabaseCannotBeReached(CapturedOutput output) throws Exception {
		RawHttp.Answer answer;
		this.database.getHikariConfigMXBean().setConnectionTimeout(250);
		try (Connection one = this.database.getConnection(); Connection last = this.database.getConnection()) {
			assertThat(one).isNotSameAs(last);
			answer = get("/api/v1/webtoon?publishDay=WEDNESDAY");
		}
		assertThat(answer.status()).isEqualTo(503);
		assertThat(answer.headers()).containsEntry("retry-after", "5")
			.containsEntry("content-type", "application/problem+json");
		assertThat(answer.body()).contains("Try again in 5 seconds").doesNotContain("Hikari", "Exception", "jdbc");
		assertThat(output).containsOnlyOnce("The database cannot be reached").doesNotContain("\tat ");
		assertThat(get("/api/v1/webtoon?publishDay=WEDNESDAY").status()).isEqualTo(200);
	}

	@Test
	void keepsTheCauseOfAnUnexpectedFailureToTheLog(CapturedOutput output) throws IOException {
		assertThatIsServerError(get("/broken-handler"));
		assertThat(output).containsOnlyOnce("java.lang.IllegalStateException: secret").contains("\tat ");
	}

	@Test
	void keepsTheCauseOfAFailureOutsideOfMvcToTheLog(CapturedOutput output) throws IOException {
		assertThatIsServerError(get("/broken-filter"));
		assertThat(output).containsOnlyOnce("java.lang.IllegalStateException: secret").contains("\tat ");
	}

	private RawHttp.Answer get(String path) throws IOException {
		return RawHttp.send(this.port, "GET " + path + " HTTP/1.1", "Host: localhost");
	}

	private static void assertThatIsServerError(RawHttp.Answer answer) {
		assertThat(answer.status()).isEqualTo(500);
		assertThat(answer.headers()).containsEntry("content-type", "application/problem+json");
		assertThat(answer.body()).contains("The cause has been logged", "\"instance\":\"/broken-")
			.doesNotContain("secret", "Exception", "\tat ");
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Broken {

		@Bean
		RouterFunction<ServerResponse> brokenHandler() {
			return RouterFunctions.route().GET("/broken-handler", (request) -> {
				throw new IllegalStateException("secret");
			}).build();
		}

		@Bean
		FilterRegistrationBean<Filter> brokenFilter() {
			FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) -> {
				throw new IllegalStateException("secret");
			});
			filter.addUrlPatterns("/broken-filter");
			return filter;
		}

	}

}
