package dev.yoil.ehcache;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.support.FakeClock;
import dev.yoil.support.FullRun;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.cache.Cache.ValueWrapper;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

/**
 * Applies a shorter TTL and a smaller capacity in the interleavings that Lincheck
 * chooses, always the same ones. After that, no lookup may find a value older than the
 * new TTL, and at rest the index and Ehcache hold the same entries within the capacity.
 * <p>
 * Operations of Ehcache on one entry are atomic here, because Ehcache locks it. The heap
 * counts bytes, because Lincheck changes the hash codes of the enums in Ehcache's
 * capacities.
 */
@Timeout(120)
class ApplyModelCheckingTests {

	private static final int INTERLEAVINGS = FullRun.count(40, 80);

	/** Room for one entry. */
	private static final int CAPACITY = 500;

	private static final int LONG = 200_000;

	private static final int SHORT = 50_000;

	private static TestCaches caches;

	private static DeclaredCache before;

	private static DeclaredCache after;

	@BeforeAll
	static void open() {
		caches = TestCaches.declaring("<heap unit='B'>2000</heap><y:policy ttl='200s'/>");
		before = caches.cache().declared();
		after = declared("<heap unit='B'>" + CAPACITY + "</heap><y:policy ttl='50s'/>");
	}

	private static DeclaredCache declared(String elements) {
		return TestCaches.read(TestCaches.HEAD + "<cache alias='cache'>" + elements + "</cache></config>")
			.caches()
			.get(0);
	}

	@AfterAll
	static void close() {
		caches.close();
	}

	static Stream<String> others() {
		return Stream.of("load", "put", "advance", "clear", "findsNothingExpired").limit(FullRun.count(1, 5));
	}

	@ParameterizedTest
	@MethodSource("others")
	void servesNothingOlderThanTheNewTtl(String other) throws Exception {
		check(Applied.class,
				scenario(Applied.class, List.of("apply", "findsNothingExpired"), List.of(other, "findsNothingExpired")),
				scenario(Applied.class, List.of("apply"), List.of(other), List.of("advance", "findsNothingExpired")));
	}

	@Test
	void findsAPlantedChangeThatLeavesEntriesAsTheyAre() {
		assertThatExceptionOfType(LincheckAssertionError.class)
			.isThrownBy(() -> check(KeepsTimes.class,
					scenario(KeepsTimes.class, List.of("apply", "findsNothingExpired"), List.of("advance"))))
			.withMessageContaining("findsNothingExpired(): false");
	}

	@Test
	void findsAPlantedCapacityThatEvictsNothing() {
		assertThatExceptionOfType(LincheckAssertionError.class)
			.isThrownBy(() -> check(EvictsNothing.class,
					scenario(EvictsNothing.class, List.of("apply"), List.of("findsNothingExpired"))))
			.withMessageContaining("isConsistent(): false");
	}

	@SafeVarargs
	private static ExecutionScenario scenario(Class<?> type, List<String>... threads) {
		return ModelCheckingTests.scenario(type, "isConsistent", threads);
	}

	private static void check(Class<?> type, ExecutionScenario... scenarios) throws Exception {
		ModelCheckingOptions options = new ModelCheckingOptions().iterations(0);
		Stream.of(scenarios).forEach(options::addCustomScenario);
		options.invocationsPerIteration(INTERLEAVINGS)
			.minimizeFailedScenario(false)
			.sequentialSpecification(AlwaysTrue.class)
			.addGuarantee(forClasses("org.ehcache.core.Ehcache", "org.ehcache.core.EhcacheBase",
					"org.ehcache.core.EhcacheRuntimeConfiguration", "java.util.concurrent.ConcurrentHashMap",
					"java.util.concurrent.ConcurrentSkipListMap", "dev.yoil.ehcache.internal.index.HeldBytes",
					CacheLookup.class.getName(), CacheCounters.class.getName(),
					CacheListeners.class.getName() + "$Both", Label.class.getName(), FakeClock.class.getName(),
					StackProbe.class.getName(), RecordedRemovals.class.getName())
				.allMethods()
				.treatAsAtomic())
			.check(type);
	}

	/** Expected results in every interleaving. */
	public static class AlwaysTrue {

		public void apply() {
		}

		public void load() {
		}

		public void put() {
		}

		public void advance() {
		}

		public void clear() {
		}

		public boolean findsNothingExpired() {
			return true;
		}

		public boolean isConsistent() {
			return true;
		}

	}

	/** A cache of three entries of 49 seconds, whose values are their times. */
	public static class Applied {

		private final EhCacheCache cache = caches.cache();

		private volatile int ttl = LONG;

		public Applied() {
			this.cache.clear();
			this.cache.apply(before);
			// Planted faults change these only.
			this.cache.index().policy(before.policy());
			this.cache.index().capacityBytes(before.capacityBytes());
			Stream.of("key", "a", "b").forEach((key) -> this.cache.put(key, now()));
			caches.clock().advance(Duration.ofSeconds(49));
		}

		private long now() {
			return caches.clock().millis();
		}

		EhCacheCache cache() {
			return this.cache;
		}

		public void apply() {
			change();
			this.ttl = SHORT;
		}

		void change() {
			this.cache.apply(after);
		}

		public void load() {
			this.cache.get("key", this::now);
		}

		public void put() {
			this.cache.put("key", now());
		}

		public void advance() {
			caches.clock().advance(Duration.ofSeconds(1));
		}

		public void clear() {
			this.cache.clear();
		}

		public boolean findsNothingExpired() {
			int ttl = this.ttl;
			long now = now();
			ValueWrapper found = this.cache.get("key");
			return found == null || now - (Long) found.get() < ttl;
		}

		public boolean isConsistent() {
			long held = StreamSupport.stream(TestCaches.nativeCache(this.cache).spliterator(), false).count();
			return held == this.cache.index().held() && held == this.cache.index().size()
					&& this.cache.index().bytes() <= CAPACITY;
		}

	}

	/** Planted fault: Ehcache keeps the entries by the policy before. */
	public static class KeepsTimes extends Applied {

		@Override
		void change() {
			cache().index().policy(after.policy());
		}

	}

	/** Planted fault: the capacity counts for later puts only. */
	public static class EvictsNothing extends Applied {

		@Override
		void change() {
			cache().index().capacityBytes(CAPACITY);
		}

	}

}
