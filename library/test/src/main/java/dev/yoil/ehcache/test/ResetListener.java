package dev.yoil.ehcache.test;

import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/**
 * Listener that resets the clock and the caches before each test method, and before the
 * transaction of the method begins.
 */
class ResetListener implements TestExecutionListener, Ordered {

	/** Between injection (2000) and transactions (4000). */
	@Override
	public int getOrder() {
		return 3_500;
	}

	@Override
	public void beforeTestMethod(TestContext test) {
		if (test.hasApplicationContext()) {
			ApplicationContext context = test.getApplicationContext();
			// The caches first: no entry may see the clock go back.
			context.getBeanProvider(CacheTester.class).ifAvailable(CacheTester::reset);
			context.getBeanProvider(TestClock.class).ifAvailable(TestClock::reset);
		}
	}

}
