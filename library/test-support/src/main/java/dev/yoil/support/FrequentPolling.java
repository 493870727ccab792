package dev.yoil.support;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Makes {@link Awaitility} check conditions every 10 ms instead of every 100 ms. JUnit
 * finds it by its service file.
 */
public final class FrequentPolling implements LauncherSessionListener {

	@Override
	public void launcherSessionOpened(LauncherSession session) {
		Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
	}

}
