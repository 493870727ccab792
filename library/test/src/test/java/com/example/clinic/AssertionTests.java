package com.example.clinic;

import java.time.Duration;
import java.util.Set;
import java.util.stream.IntStream;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.test.CacheTest;
import dev.yoil.ehcache.test.CacheTester;
import dev.yoil.ehcache.test.TestClock;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.cache.Cache;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@CacheTest(properties = "spring.application.name=assertions")
@Import(Vets.class)
class AssertionTests {

	private final Vets vets;

	private final EhCacheCacheManager manager;

	private final CacheTester caches;

	private final TestClock clock;

	@Autowired
	AssertionTests(Vets vets, EhCacheCacheManager manager, CacheTester caches, TestClock clock) {
		this.vets = vets;
		this.manager = manager;
		this.caches = caches;
		this.clock = clock;
	}

	@Test
	void namesKeysRemovalsAndPresentKeysIfAKeyWasLoadedTwice() {
		this.vets.on("MONDAY");
		this.vets.save("MONDAY");
		this.vets.on("MONDAY");
		this.vets.on("MONDAY");
		assertThat(messageOf(() -> assertThat(this.caches.cache("vets")).loadedOnce("MONDAY"))).hasToString("""
				Expected key "MONDAY" of cache 'vets' to be loaded once, but 2 values of it were stored.
				Since the test began: 2 loads (0 failed), 2 values stored, 1 hits, 2 misses
				Removals: "MONDAY" REMOVED
				Present keys: ["MONDAY"]""");
	}

	@Test
	void countsEachValueOfAKeyWhateverEndedIt() {
		this.vets.on("MONDAY");
		this.clock.advance(Duration.ofMinutes(10));
		this.vets.on("MONDAY");
		this.vets.replace("MONDAY");
		this.vets.close();
		assertThat(messageOf(() -> assertThat(this.caches.cache("vets")).loadedOnce("MONDAY")))
			.contains("3 values of it were stored", "EXPIRED_TTL", "REPLACED", "CLEARED", "Present keys: []");
	}

	@Test
	void distinguishesKeysOfDifferentTypes() {
		this.manager.getCache("vets").get(1L, () -> "one");
		assertThat(messageOf(() -> assertThat(this.caches.cache("vets")).loadedOnce(1)))
			.contains("Expected key 1 of cache", "but 0 values", "Present keys: [1L]");
	}

	@Test
	void failsIfALoadFailed() {
		this.vets.on("MONDAY");
		assertThatIllegalArgumentException().isThrownBy(() -> this.vets.on(""));
		assertThat(messageOf(() -> assertThat(this.caches.cache("vets")).loadedOnce("MONDAY")))
			.contains("2 loads and 1 stored values", "voided or duplicate loads: 1)", "Use hasLoads");
		assertThat(this.caches.cache("vets")).hasLoads(2);
	}

	@Test
	void failsIfAValueWasStoredWithoutALoad() {
		this.vets.replace("MONDAY");
		assertThat(messageOf(() -> assertThat(this.caches.cache("vets")).loadedOnce("MONDAY")))
			.contains("0 loads and 1 stored values");
	}

	@Test
	void comparesCountsAndKeys() {
		this.vets.on("MONDAY");
		assertThat(messageOf(() -> assertThat(this.caches.cache("vets")).hasHits(1)))
			.startsWith("Expected cache 'vets' to have 1 hits, but it has 0.");
		assertThat(messageOf(() -> assertThat(this.caches.cache("vets")).hasMisses(0))).contains("but it has 1.");
		assertThat(messageOf(() -> assertThat(this.caches.cache("vets")).as("on Monday").containsOnlyKeys("TUESDAY")))
			.startsWith("[on Monday] Expected cache 'vets' to contain exactly the keys [\"TUESDAY\"].")
			.endsWith("Present keys: [\"MONDAY\"]");
	}

	@Test
	void tellsWhichKeysAChangeEvicted() {
		this.vets.on("MONDAY");
		this.vets.on("TUESDAY");
		assertThat(messageOf(() -> this.caches.change(() -> this.vets.save("TUESDAY")).evictsExactly("vets", "MONDAY")))
			.hasToString(
					"""
							Expected the change to evict exactly the keys ["MONDAY"] from cache 'vets', but it evicted ["TUESDAY"].
							During the change: 0 loads (0 failed), 0 values stored, 0 hits, 0 misses
							Removals: "TUESDAY" REMOVED
							Present keys: ["MONDAY"]""");
	}

	@Test
	void findsEvictionsFromOtherCaches() {
		this.vets.on("MONDAY");
		this.vets.rota("MONDAY");
		assertThat(messageOf(
				() -> this.caches.change(this.vets::close).evictsExactly("vets", "MONDAY").evictsNothingElse()))
			.startsWith("Expected the change to evict nothing else, but it evicted [\"MONDAY\"] from cache 'rota'.");
	}

	@Test
	void ignoresExpirationsReplacementsAndLackOfRoom() {
		this.vets.on("MONDAY");
		this.vets.on("TUESDAY");
		this.caches.change(() -> {
			this.vets.replace("TUESDAY");
			this.clock.advance(Duration.ofMinutes(10));
			this.vets.save("MONDAY");
			IntStream.range(0, 5).forEach((number) -> this.vets.on("day " + number));
		}).evictsExactly("vets");
	}

	@Test
	void findsMoreEvictionsThanTheLogKeeps() {
		Integer[] keys = IntStream.range(0, 1_500).boxed().toArray(Integer[]::new);
		for (Integer key : keys) {
			this.manager.getCache("owners").put(key, "name");
		}
		for (int round = 0; round < 2; round++) {
			this.caches.change(() -> this.manager.getCache("owners").clear())
				.evictsExactly("owners", (round == 0) ? keys : new Object[0]);
		}
	}

	@RepeatedTest(3)
	void countsRemovalsAfterTheLogHasWrapped() {
		this.vets.on("MONDAY");
		this.vets.save("MONDAY");
		this.clock.advance(Duration.ofDays(1));
		for (int number = 0; number < 1_100; number++) {
			this.manager.getCache("rota").put("day", "rota");
			this.manager.getCache("rota").evict("day");
		}
		this.manager.getCache("rota").get("MONDAY", () -> "rota");
		assertThat(messageOf(() -> assertThat(this.caches.cache("rota")).loadedOnce("day"))).contains("1000 values");
		assertThat(messageOf(() -> assertThat(this.caches.cache("rota")).loadedOnce("MONDAY"))).contains("1 loads");
	}

	@Test
	void countsFromTheCreationOfACache() {
		EhCacheCacheManager own = new EhCacheCacheManager(new ClassPathResource("ehcache.xml"));
		own.afterPropertiesSet();
		try {
			CacheTester tester = new CacheTester(own);
			tester.change(() -> {
				Cache created = own.create("clinic", "default");
				created.get("MONDAY", () -> "Carter");
				created.get("TUESDAY", () -> "Carter");
				created.evict("TUESDAY");
			}).evictsExactly("clinic", "TUESDAY");
			assertThat(tester.cache("clinic")).loadedOnce("MONDAY").hasLoads(2).containsOnlyKeys("MONDAY");
			assertThat(messageOf(
					() -> tester.change(() -> own.create("another", "default")).evictsExactly("another", "MONDAY")))
				.contains("but it evicted []");
		}
		finally {
			own.destroy();
		}
	}

	@Test
	void leavesNoTrace() {
		this.vets.on("MONDAY");
		CacheStatistics before = this.manager.caches().get(0).statistics();
		this.clock.advance(Duration.ofHours(1));
		assertThat(this.caches.cache("vets")).loadedOnce("MONDAY").hasLoads(1).hasHits(0).containsOnlyKeys();
		this.caches.change(() -> {
		}).evictsExactly("vets").evictsNothingElse();
		assertThat(this.manager.caches().get(0).statistics()).isEqualTo(before);
	}

	@Test
	void namesTheCachesIfThereIsNoSuchCache() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.caches.cache("cats"))
			.withMessage("There is no cache 'cats'. The caches are [vets, rota, owners].");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.caches.change(this.vets::close).evictsExactly("cats"));
	}

	@Test
	void refusesToTurnTheClockBack() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.clock.advance(Duration.ofSeconds(-1)));
		assertThatIllegalArgumentException().isThrownBy(() -> this.clock.advanceTo(this.clock.instant().minusMillis(1)))
			.withMessageContaining("already 2024-01-01T12:00:00Z");
	}

	@Test
	void worksWithoutSpringBoot() {
		EhCacheCacheManager own = new EhCacheCacheManager(new ClassPathResource("ehcache.xml"));
		own.afterPropertiesSet();
		try {
			CacheTester tester = new CacheTester(own);
			own.getCache("vets").get("MONDAY", () -> "Carter");
			assertThat(tester.cache("vets")).loadedOnce("MONDAY");
			assertThat(this.caches.cache("vets")).hasLoads(0);
			assertThat(Set.of(own)).doesNotContain(this.manager);
		}
		finally {
			own.destroy();
		}
	}

	private static String messageOf(ThrowingCallable failing) {
		return assertThatExceptionOfType(AssertionError.class).isThrownBy(failing).actual().getMessage();
	}

}
