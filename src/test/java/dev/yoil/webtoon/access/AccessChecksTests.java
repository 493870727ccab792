package dev.yoil.webtoon.access;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Access settings that stop the startup.
 */
@ExtendWith(OutputCaptureExtension.class)
class AccessChecksTests {

	@Test
	void requireAnAddressForTheActuatorsPort() {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> start("--management.server.port=0"))
			.satisfies((failure) -> assertThat(failure.getReason()).contains("Set management.server.address too"));
		assertThatNoException()
			.isThrownBy(() -> start("--management.server.port=0", "--management.server.address=127.0.0.1"));
	}

	@ParameterizedTest
	@CsvSource({ "0.0.0.0, 0.0.0.0", "'', all addresses", "::, ::" })
	void rejectAnOpenInspectionOnOtherAddresses(String address, String told) {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> start("--yoil.inspection.open=true", "--server.address=" + address))
			.satisfies((failure) -> assertThat(failure.getReason()).contains("The service listens on " + told + ",",
					"Set server.address to 127.0.0.1"));
		assertThatNoException().isThrownBy(() -> start("--yoil.inspection.open=true"));
	}

	@ParameterizedTest
	@CsvSource({ "127.0.0.1, , true", "127.0.0.1, true, true", "127.0.0.53, , true", "::1, , true", "localhost, , true",
			"127.0.0.1, false, false", "0.0.0.0, , false", "::, , false", "'', , false", ", , false",
			"192.0.2.1, , false" })
	void closeTheInspectionOnOtherAddresses(String address, String open, boolean isOpen) {
		MockEnvironment environment = new MockEnvironment();
		if (address != null) {
			environment.setProperty("server.address", address);
		}
		if (open != null) {
			environment.setProperty(AccessChecks.OPEN_INSPECTION, open);
		}
		ConfigurationPropertySources.attach(environment);
		assertThat(AccessChecks.inspectionClosed(environment) == null).isEqualTo(isOpen);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "short-one11",
			"seventy-three-bytes-are-one-more-than-bcrypt-takes-however-they-may-be---" })
	void rejectAnInvalidPasswordWithoutShowingIt(String password, CapturedOutput output) {
		assertThatException().isThrownBy(() -> start("--yoil.admin.password=" + password));
		assertThat(output).contains("APPLICATION FAILED TO START", "The administrator's password (YOIL_ADMIN_PASSWORD");
		if (!password.isEmpty()) {
			assertThat(output).doesNotContain(password);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "visitor-writes.limit=0", "visitor-writes.limit=-1", "visitor-writes.period=0s",
			"searches.limit=0", "searches.max-wait=-1s" })
	void rejectInvalidLimits(String setting) {
		assertThatException().isThrownBy(() -> start("--yoil." + setting))
			.havingRootCause()
			.withMessageContaining("must be");
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1KB" })
	void rejectInvalidSizes(String size, CapturedOutput output) {
		assertThatException().isThrownBy(() -> start("--yoil.max-request-size=" + size));
		assertThat(output).contains("yoil.max-request-size must be at least 1B, for example 64KB.");
	}

	private static void start(String... arguments) {
		new SpringApplicationBuilder(AccessChecks.class, Limits.class).web(WebApplicationType.NONE)
			.run(arguments)
			.close();
	}

	@EnableConfigurationProperties(RequestLimits.class)
	static class Limits {

	}

}
