package dev.yoil.ehcache;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * As {@link ModelCheckingTests}, of what administrators do by hand: the other half of the
 * exploration, for another processor.
 */
@Timeout(120)
class OperationModelCheckingTests {

	@BeforeAll
	static void open() {
		ModelCheckingTests.open();
	}

	@AfterAll
	static void close() {
		ModelCheckingTests.close();
	}

	@ParameterizedTest
	@ValueSource(classes = { ModelCheckingTests.EvictByHand.class, ModelCheckingTests.EvictTheEntryByHand.class,
			ModelCheckingTests.ClearByHand.class, ModelCheckingTests.SleepAndWake.class })
	void leavesNothingOlderThanAWrite(Class<?> write) throws Exception {
		ModelCheckingTests.check(write);
	}

	/**
	 * A put during a sleep stores nothing.
	 */
	@ParameterizedTest
	@ValueSource(classes = { ModelCheckingTests.Put.class, ModelCheckingTests.Evict.class })
	void wakesUpWithNothingOlderThanAWriteDuringItsSleep(Class<?> write) throws Exception {
		ModelCheckingTests.checkAsleep(write);
	}

}
