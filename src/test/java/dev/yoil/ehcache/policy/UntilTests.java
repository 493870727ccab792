package dev.yoil.ehcache.policy;

import java.time.Instant;
import java.time.ZoneId;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class UntilTests {

	@ParameterizedTest
	@CsvSource({ "0 0 1 * * *, Australia/Lord_Howe", "0 0 2 * * *, Pacific/Chatham", "0 30 2 * * *, Europe/Paris",
			"0 0 0 * * *, Asia/Seoul" })
	void isAlwaysLaterThanNow(String cron, String zone) {
		Until until = new Until(cron, ZoneId.of(zone));
		long end = Instant.parse("2027-01-01T00:00:00Z").toEpochMilli();
		for (long moment = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli(); moment < end; moment += 600_001) {
			assertThat(until.next(moment)).isGreaterThan(moment);
		}
	}

}
