package dev.yoil.ehcache.region;

import java.time.Duration;

import dev.yoil.support.Background;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class RegionLeaseTests {

	private final FakeRegionTable table = new FakeRegionTable();

	@Test
	void beginsWithTheFirstReadAndCountsFromItsBeginning() {
		Regions brief = Regions.shared(this.table, Duration.ofMillis(50));
		assertThat(brief.isValid()).isFalse();
		brief.catchUp();
		await().until(() -> !brief.isValid());
		brief.catchUp((last, parts) -> {
			await().pollDelay(Duration.ofMillis(60)).until(() -> true);
			return this.table.read(last, parts);
		});
		assertThat(brief.isValid()).as("the read took longer than the lease").isFalse();
	}

	@Test
	void sharesLoadsOfTheLastLeaseAfterItsEnd() {
		Regions brief = Regions.shared(this.table, Duration.ofMillis(50));
		long before = System.nanoTime();
		await().pollDelay(Duration.ofMillis(60)).until(() -> !brief.isValid());
		assertThat(before - brief.oldestToShare()).isNegative();
		assertThat(System.nanoTime() - brief.oldestToShare()).isPositive();
	}

	@Test
	void aDistrustingThreadTreatsNothingAsFresh() {
		Regions regions = Regions.shared(this.table, Duration.ofMinutes(1));
		regions.catchUp();
		long begun = System.nanoTime();
		Runnable trust = regions.distrust();
		try {
			regions.catchUp();
			assertThat(regions.isValid()).isFalse();
			assertThat(begun - regions.oldestToShare()).isNegative();
			assertThat(Background.supply(regions::isValid).join()).as("other threads").isTrue();
		}
		finally {
			trust.run();
		}
		assertThat(regions.isValid()).isTrue();
		assertThat(begun - regions.oldestToShare()).isPositive();
	}

}
