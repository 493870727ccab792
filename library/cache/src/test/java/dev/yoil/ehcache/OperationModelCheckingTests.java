package dev.yoil.ehcache;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import dev.yoil.support.FullRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.yoil.ehcache.ModelCheckingTests.scenario;

/**
 * The second half of {@link ModelCheckingTests}, for another CPU: operations and region
 * changes.
 */
@Timeout(120)
class OperationModelCheckingTests {

	private static final Set<String> BOTH = Set.of("a", "b");

	@BeforeAll
	static void open() {
		ModelCheckingTests.open();
	}

	@AfterAll
	static void close() {
		ModelCheckingTests.close();
	}

	static Stream<Class<?>> writes() {
		return Stream
			.<Class<?>>of(ChangeRegions.class, EvictIfDuringLoadOfMany.class, ChangeRegionsPlain.class,
					ModelCheckingTests.RemoveTheEntry.class, ModelCheckingTests.BypassAndEnd.class)
			.limit(FullRun.count(1, 5));
	}

	@ParameterizedTest
	@MethodSource("writes")
	void storesNothingOlderThanAWrite(Class<?> write) throws Exception {
		ModelCheckingTests.check(write);
	}

	@Test
	void callersAfterAChangeDoNotJoinAnOlderLoad() throws Exception {
		ModelCheckingTests.checkWaiting(ChangeRegions.class);
	}

	/**
	 * A put during a bypass stores nothing.
	 */
	@ParameterizedTest
	@ValueSource(classes = { ModelCheckingTests.Put.class, ModelCheckingTests.Evict.class })
	@Tag("full")
	void storesNothingOlderThanAWriteDuringABypass(Class<?> write) throws Exception {
		checkBypass(write);
	}

	/**
	 * Loads before, during and after a bypass.
	 */
	private static void checkBypass(Class<?> write) throws Exception {
		ModelCheckingTests.check(write,
				scenario(write, List.of("load", "findsNothingOlder"), List.of("bypass", "write", "endBypass")),
				scenario(write, List.of("load"), List.of("bypass", "endBypass"), List.of("write", "findsNothingOlder")),
				scenario(write, List.of("bypass", "load", "endBypass"), List.of("write", "findsNothingOlder")));
	}

	public static class ChangeRegions extends ModelCheckingTests.Cached {

		public ChangeRegions() {
			super(new NamedCells.Key("key", BOTH));
		}

		@Override
		void tell(EhCacheCache cache, int value) {
			cache.removeDead(ModelCheckingTests.REGIONS.change(BOTH));
		}

	}

	public static class EvictIfDuringLoadOfMany extends ModelCheckingTests.Cached {

		@Override
		public void load() {
			loadMany("key");
		}

		@Override
		void tell(EhCacheCache cache, int value) {
			BulkOperations.of(cache).evictIf("key"::equals);
		}

	}

	/** Loads like {@code @Cacheable} without {@code sync}. */
	public static class ChangeRegionsPlain extends ChangeRegions {

		@Override
		public void load() {
			loadPlain();
		}

	}

}
