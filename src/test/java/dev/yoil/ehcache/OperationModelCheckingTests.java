package dev.yoil.ehcache;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * As {@link ModelCheckingTests}, of what operators do: the other half of the exploration,
 * for another processor.
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
	@ValueSource(classes = { ModelCheckingTests.RemoveTheKey.class, ModelCheckingTests.RemoveTheEntry.class,
			ModelCheckingTests.ClearAsOperator.class, ModelCheckingTests.BypassAndEnd.class })
	void leavesNothingOlderThanAWrite(Class<?> write) throws Exception {
		ModelCheckingTests.check(write);
	}

	/**
	 * A put during a bypass stores nothing.
	 */
	@ParameterizedTest
	@ValueSource(classes = { ModelCheckingTests.Put.class, ModelCheckingTests.Evict.class })
	void hasNothingOlderThanAWriteDuringItsBypass(Class<?> write) throws Exception {
		ModelCheckingTests.checkBypass(write);
	}

}
