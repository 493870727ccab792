package dev.yoil.webtoon.visitor;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * The configured key for visitor cookies.
 */
class VisitorConfigurationTests {

	@Test
	void usesTheConfiguredKey() {
		String key = "key ".repeat(8).strip() + ".";
		try (ConfigurableApplicationContext context = start(key)) {
			assertThat(context.getBean(VisitorKey.class).signature("text"))
				.isEqualTo(new VisitorKey(key.getBytes(StandardCharsets.UTF_8)).signature("text"));
		}
	}

	@ExtendWith(OutputCaptureExtension.class)
	@ParameterizedTest
	@ValueSource(strings = { "", "only-thirty-one-bytes-long-----" })
	void rejectsAShortKey(String key, CapturedOutput output) {
		assertThatException().isThrownBy(() -> start(key).close())
			.withStackTraceContaining("The value of 'yoil.visitor.key' has " + key.length() + " bytes.");
		assertThat(output).contains("needs at least 32")
			.contains("Set YOIL_VISITOR_KEY to the output of \"openssl rand -base64 32\"")
			.doesNotContain("only-thirty-one");
	}

	private static ConfigurableApplicationContext start(String key) {
		return new SpringApplicationBuilder(VisitorConfiguration.class, NoDatabase.class).web(WebApplicationType.NONE)
			.run("--yoil.visitor.key=" + key);
	}

	static class NoDatabase {

		@Bean
		JdbcClient jdbc() {
			return JdbcClient.create(new DriverManagerDataSource("jdbc:none:"));
		}

	}

}
