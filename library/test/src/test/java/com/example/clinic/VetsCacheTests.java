package com.example.clinic;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import dev.yoil.ehcache.test.CacheTest;
import dev.yoil.ehcache.test.CacheTester;
import dev.yoil.ehcache.test.TestClock;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The first three methods are shown in docs/library/guide.md.
 */
@CacheTest
@Import(Vets.class)
class VetsCacheTests {

	private final Vets vets;

	private final CacheTester caches;

	private final TestClock clock;

	@Autowired
	VetsCacheTests(Vets vets, CacheTester caches, TestClock clock) {
		this.vets = vets;
		this.caches = caches;
		this.clock = clock;
	}

	@Test
	void loadsEachDayOnce() {
		this.vets.on("MONDAY");
		this.vets.on("MONDAY");
		assertThat(this.caches.cache("vets")).loadedOnce("MONDAY").hasHits(1);
	}

	@Test
	void loadsAgainAfterTenMinutes() {
		this.vets.on("MONDAY");
		this.clock.advance(Duration.ofMinutes(10));
		this.vets.on("MONDAY");
		assertThat(this.caches.cache("vets")).hasLoads(2).hasHits(0);
	}

	@Test
	void savingEvictsOnlyThatDay() {
		this.vets.on("MONDAY");
		this.vets.on("TUESDAY");
		this.caches.change(() -> this.vets.save("MONDAY")).evictsExactly("vets", "MONDAY").evictsNothingElse();
	}

	@RepeatedTest(2)
	void beginsEachTestWithEmptyCachesAndTheSameTime() {
		assertThat(this.clock.instant()).isEqualTo(Instant.parse("2024-01-01T12:00:00Z"));
		assertThat(this.caches.cache("vets")).containsOnlyKeys().hasLoads(0).hasHits(0).hasMisses(0);
		this.vets.on("MONDAY");
		this.clock.advance(Duration.ofDays(1));
	}

	@Test
	void expiresEntriesAtTheCalendarMomentOfUntil() {
		this.vets.rota("MONDAY");
		this.clock.advance(Duration.ofHours(12).minusMillis(1));
		assertThat(this.caches.cache("rota")).containsOnlyKeys("MONDAY");
		this.clock.advance(Duration.ofMillis(1));
		assertThat(this.caches.cache("rota")).containsOnlyKeys();
	}

	@Test
	void hasOnlyTheImportedBeansOfTheApplication(@Autowired ApplicationContext context) {
		assertThat(context.getBeanProvider(VetController.class).stream()).isEmpty();
		assertThat(context.getBeanProvider(OwnerRepository.class).stream()).isEmpty();
		assertThat(context.getBean(Clock.class)).isSameAs(this.clock);
	}

}
