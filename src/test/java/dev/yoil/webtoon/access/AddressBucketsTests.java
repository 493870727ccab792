package dev.yoil.webtoon.access;

import java.time.Duration;

import dev.yoil.ehcache.FakeClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AddressBucketsTests {

	private final FakeClock clock = new FakeClock();

	private final AddressBuckets buckets = new AddressBuckets(this.clock, 2, Duration.ofMinutes(1));

	@Test
	void remembersAClientUntilItsBucketIsFullAgain() {
		this.buckets.of("192.0.2.1").tryConsume(2);
		assertThat(this.buckets.of("192.0.2.1").tryConsume(1)).isFalse();
		assertThat(this.buckets.size()).isEqualTo(1);
		this.clock.advance(Duration.ofMinutes(1));
		assertThat(this.buckets.size()).isZero();
		assertThat(this.buckets.of("192.0.2.1").getAvailableTokens()).isEqualTo(2);
	}

	@Test
	void holdsNoMoreThanSoManyClients() {
		for (int client = 0; client < 51_000; client++) {
			this.buckets.of("10." + (client >> 16) + "." + ((client >> 8) & 255) + "." + (client & 255));
		}
		assertThat(this.buckets.size()).isEqualTo(50_000);
	}

}
