package dev.yoil.webtoon.access;

import java.time.Duration;

import dev.yoil.support.FakeClock;
import dev.yoil.webtoon.problem.ProblemType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ClientRateLimitTests {

	private final FakeClock clock = new FakeClock();

	private final ClientRateLimit limit = new ClientRateLimit(this.clock::nanoTime, 2, Duration.ofMinutes(1),
			ProblemType.TOO_MANY_REQUESTS, "Too much.");

	@Test
	void remembersAClientUntilItsBucketIsFullAgain() {
		assertThat(this.limit.take("192.0.2.1")).isNull();
		assertThat(this.limit.take("192.0.2.1")).isNull();
		assertThat(this.limit.take("192.0.2.1")).isNotNull()
			.satisfies((problem) -> assertThat(problem.getHeaders().getFirst("Retry-After")).isEqualTo("30"));
		assertThat(this.limit.size()).isEqualTo(1);
		this.clock.advance(Duration.ofMinutes(1));
		assertThat(this.limit.size()).isZero();
		assertThat(this.limit.check("192.0.2.1")).isNull();
	}

	@Test
	void refillsAfterTheClockIsSetBack() {
		this.limit.take("192.0.2.1");
		this.limit.take("192.0.2.1");
		this.clock.set(this.clock.instant().minus(Duration.ofHours(1)));
		this.clock.advance(Duration.ofSeconds(30));
		assertThat(this.limit.take("192.0.2.1")).isNull();
	}

	@Test
	void limitsTheNumberOfClients() {
		for (int client = 0; client < 51_000; client++) {
			this.limit.check("10." + (client >> 16) + "." + ((client >> 8) & 255) + "." + (client & 255));
		}
		assertThat(this.limit.size()).isEqualTo(50_000);
	}

	@ParameterizedTest
	@CsvSource({ "192.0.2.7, 192.0.2.7, true", "192.0.2.7, 192.0.2.8, false",
			"2001:db8:1:2:3:4:5:6, 2001:db8:1:2::, true", "2001:db8:1:2::1, 2001:db8:1:3::1, false",
			"not:an:address, not:an:address, true", "'', '', true" })
	void treatsAnIpv6PrefixAsOneClient(String address, String other, boolean one) {
		this.limit.take(address);
		this.limit.take(address);
		assertThat(this.limit.check(other) != null).isEqualTo(one);
	}

}
