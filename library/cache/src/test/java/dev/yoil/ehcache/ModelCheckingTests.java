package dev.yoil.ehcache;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.HashedKey;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.support.FullRun;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.cache.Cache.ValueWrapper;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

/**
 * Runs loads and writes of one key in the interleavings that Lincheck chooses, always the
 * same ones. After a write, no lookup may find an older value.
 * <p>
 * Operations of Ehcache on one entry are atomic here, because Ehcache locks it.
 */
@Timeout(120)
class ModelCheckingTests {

	private static final int INTERLEAVINGS = FullRun.count(20, 40);

	/** Enough for a write that preempts a load twice. */
	private static final int MANY = 100;

	static final NamedCells REGIONS = new NamedCells();

	private static TestCaches caches;

	@BeforeAll
	static void open() {
		caches = TestCaches.transactional("ttl='200s'", REGIONS);
	}

	@AfterAll
	static void close() {
		caches.close();
	}

	static Stream<Class<?>> writes() {
		return Stream.<Class<?>>of(Evict.class, EvictPlain.class, Clear.class, Put.class).limit(FullRun.count(2, 4));
	}

	@ParameterizedTest
	@MethodSource("writes")
	void storesNothingOlderThanAWrite(Class<?> write) throws Exception {
		check(write);
	}

	/**
	 * A caller that is not interrupted must receive a value.
	 */
	@Test
	void waitingCallerTakesOverAnInterruptedLoad() throws Exception {
		check(Evict.class, scenario(Evict.class, List.of("interruptedLoad"), List.of("load"), List.of("load")),
				scenario(Evict.class, List.of("interruptedLoad"), List.of("load"),
						List.of("write", "findsNothingOlder")));
	}

	static Stream<Class<?>> writesDuringALoad() {
		return Stream.<Class<?>>of(Evict.class, Clear.class, Put.class).limit(FullRun.count(1, 3));
	}

	@ParameterizedTest
	@MethodSource("writesDuringALoad")
	void callersAfterAWriteDoNotJoinAnOlderLoad(Class<?> write) throws Exception {
		checkWaiting(write);
	}

	static void checkWaiting(Class<?> write) throws Exception {
		check(write, scenario(write, List.of("load"), List.of("write", "loadsNothingOlder")),
				scenario(write, List.of("load"), List.of("write"), List.of("loadsNothingOlder")));
	}

	@Test
	void findsAPlantedJoinOfAnOlderLoad() {
		assertThatExceptionOfType(LincheckAssertionError.class)
			.isThrownBy(() -> check(VoidsNothing.class, 10 * INTERLEAVINGS,
					scenario(VoidsNothing.class, List.of("load"), List.of("write", "loadsNothingOlder"))))
			.withMessageContaining("loadsNothingOlder(): false");
	}

	@Test
	void findsAPlantedWriteThatVoidsNoLoad() {
		assertThatExceptionOfType(LincheckAssertionError.class).isThrownBy(() -> check(VoidsNothing.class))
			.withMessageContaining("findsNothingOlder(): false");
	}

	@Test
	void findsAPlantedLatePut() {
		assertThatExceptionOfType(LincheckAssertionError.class).isThrownBy(() -> check(PutsLate.class))
			.withMessageContaining("findsNothingOlder(): false");
	}

	static void check(Class<?> write) throws Exception {
		check(write, MANY, scenario(write, List.of("load"), List.of("write", "findsNothingOlder")));
		check(write, scenario(write, List.of("load", "findsNothingOlder"), List.of("load", "write")),
				scenario(write, List.of("load"), List.of("write"), List.of("load")));
	}

	static void check(Class<?> write, ExecutionScenario... scenarios) throws Exception {
		check(write, INTERLEAVINGS, scenarios);
	}

	private static void check(Class<?> write, int interleavings, ExecutionScenario... scenarios) throws Exception {
		ModelCheckingOptions options = new ModelCheckingOptions().iterations(0);
		Stream.of(scenarios).forEach(options::addCustomScenario);
		options.invocationsPerIteration(interleavings)
			.minimizeFailedScenario(false)
			.sequentialSpecification(NeverStale.class)
			.addGuarantee(forClasses(EntryStore.class.getName(), CacheLookup.class.getName(),
					"org.ehcache.core.Ehcache", "org.ehcache.core.EhcacheBase",
					"java.util.concurrent.ConcurrentHashMap", EntryIndex.class.getName(), CacheCounters.class.getName(),
					CacheListeners.class.getName() + "$Both", Label.class.getName(), StackProbe.class.getName())
				.allMethods()
				.treatAsAtomic())
			.check(write);
	}

	@SafeVarargs
	static ExecutionScenario scenario(Class<?> type, List<String>... threads) {
		List<Actor> after = List.of(actor(type, "findsNothingOlder"));
		return new ExecutionScenario(List.of(), Stream.of(threads).map((names) -> actors(type, names)).toList(), after,
				null);
	}

	private static List<Actor> actors(Class<?> type, List<String> names) {
		return names.stream().map((name) -> actor(type, name)).toList();
	}

	private static Actor actor(Class<?> type, String name) {
		try {
			return new Actor(type.getMethod(name), List.of());
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalArgumentException("No operation '" + name + "' in " + type, ex);
		}
	}

	/** Expected results in every interleaving. */
	public static class NeverStale {

		public void load() {
		}

		public void interruptedLoad() {
		}

		public void refresh() {
		}

		public void write() {
		}

		public void bypass() {
		}

		public void endBypass() {
		}

		public boolean findsNothingOlder() {
			return true;
		}

		public boolean loadsNothingOlder() {
			return true;
		}

	}

	/** A counter as a database, with a cache. */
	public abstract static class Cached {

		private final AtomicInteger database = new AtomicInteger();

		private final AtomicInteger written = new AtomicInteger();

		private final EhCacheCache cache;

		private final Object key;

		Cached() {
			this("key");
		}

		Cached(Object key) {
			this(caches.cache(), key);
		}

		Cached(EhCacheCache cache, Object key) {
			this.cache = cache;
			this.key = key;
			this.cache.writes().endBypass();
			this.cache.clear();
		}

		public void bypass() {
			this.cache.writes().bypass("a");
		}

		public void endBypass() {
			this.cache.writes().endBypass();
		}

		public void load() {
			this.cache.get(this.key, this.database::get);
		}

		EhCacheCache cache() {
			return this.cache;
		}

		int database() {
			return this.database.get();
		}

		void loadMany(String loaded) {
			BulkOperations.of(this.cache).getAll(List.of(loaded), (keys) -> Map.of(loaded, database()));
		}

		void loadPlain() {
			PlainLoadCache call = new PlainLoadCache(this.cache, this.cache);
			if (call.get(this.key) == null) {
				call.put(this.key, database());
			}
		}

		public void interruptedLoad() {
			try {
				this.cache.get(this.key, () -> {
					throw new InterruptedException();
				});
			}
			catch (ValueRetrievalException ex) {
				if (!Thread.interrupted()) {
					throw ex;
				}
			}
		}

		public void write() {
			int value = this.database.incrementAndGet();
			tell(this.cache, value);
			this.written.set(value);
		}

		public boolean findsNothingOlder() {
			int least = this.written.get();
			ValueWrapper found = this.cache.get(this.key);
			return found == null || (Integer) found.get() >= least;
		}

		public boolean loadsNothingOlder() {
			int least = this.written.get();
			return this.cache.get(this.key, this.database::get) >= least;
		}

		abstract void tell(EhCacheCache cache, int value);

	}

	public static class Evict extends Cached {

		@Override
		void tell(EhCacheCache cache, int value) {
			cache.evict("key");
		}

	}

	public static class Clear extends Cached {

		@Override
		void tell(EhCacheCache cache, int value) {
			cache.clear();
		}

	}

	/** Loads like {@code @Cacheable} without {@code sync}. */
	public static class EvictPlain extends Evict {

		@Override
		public void load() {
			loadPlain();
		}

	}

	/** Planted fault: a loaded value is put as a write. */
	public static class PutsLate extends Evict {

		@Override
		public void load() {
			if (cache().get("key") == null) {
				cache().put("key", database());
			}
		}

	}

	public static class Put extends Cached {

		@Override
		void tell(EhCacheCache cache, int value) {
			cache.put("key", value);
		}

	}

	/** Removes the entry by its id, or the key if there is no entry. */
	public static class RemoveTheEntry extends Cached {

		@Override
		void tell(EhCacheCache cache, int value) {
			StoredEntry entry = cache.index().find("key");
			if (entry == null || cache.writes().remove(entry.sequence(), "a").keys().isEmpty()) {
				cache.writes().remove("key"::equals, "a");
			}
		}

	}

	public static class BypassAndEnd extends Cached {

		@Override
		void tell(EhCacheCache cache, int value) {
			cache.writes().bypass("a");
			cache.writes().endBypass();
		}

	}

	/** Planted fault: the entry is removed without voiding loads. */
	public static class VoidsNothing extends Cached {

		@Override
		void tell(EhCacheCache cache, int value) {
			TestCaches.nativeCache(cache).remove(new HashedKey("key"));
		}

	}

}
