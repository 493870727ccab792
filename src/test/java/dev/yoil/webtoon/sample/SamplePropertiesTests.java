package dev.yoil.webtoon.sample;

import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class SamplePropertiesTests {

	private final ApplicationContextRunner context = new ApplicationContextRunner()
		.withUserConfiguration(Configuration.class);

	@Test
	void defaultToFiveThousandWebtoonsAndTenThousandReaders() {
		this.context.run((started) -> assertThat(started.getBean(SampleProperties.class))
			.isEqualTo(new SampleProperties(5_000, 10_000)));
	}

	@Test
	void rejectNegativeNumbers() {
		this.context.withPropertyValues("yoil.sample-webtoons=-1")
			.run((started) -> assertThat(started).getFailure()
				.rootCause()
				.isInstanceOf(BindValidationException.class)
				.hasMessageContaining("sampleWebtoons")
				.hasMessageContaining("-1")
				.hasMessageContaining("must be the number of webtoons to fill an empty database with, or 0 for none"));
	}

	@EnableConfigurationProperties(SampleProperties.class)
	static class Configuration {

	}

}
