package dev.yoil.ehcache.internal.header;

import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The format of the header.
 */
class ServerTimingTests {

	@Test
	void writesEntriesInAFixedOrder() {
		TimeSpent spent = TimeSpent.restart();
		assertThat(ServerTiming.of(spent)).isNull();
		TimeSpent.on(On.WRITE, () -> "");
		assertThat(ServerTiming.of(spent)).matches("write;dur=\\d+(\\.\\d{1,3})?");
		TimeSpent.on(On.LOAD, () -> TimeSpent.on(On.WAIT, () -> ""));
		assertThat(ServerTiming.of(spent))
			.matches("load;dur=\\d+(\\.\\d{1,3})?, wait;dur=\\d+(\\.\\d{1,3})?, write;dur=\\d+(\\.\\d{1,3})?");
	}

	@ParameterizedTest
	@CsvSource({ "0, 0", "499, 0", "500, 0.001", "1000000, 1", "12300000, 12.3", "100000000, 100",
			"3599999999999, 3600000", "9223372036854775807, 9223372036854.776" })
	void writesMillisecondsWithUpToThreeDecimals(long nanos, String text) {
		assertThat(ServerTiming.millis(nanos)).isEqualTo(text);
	}

}
