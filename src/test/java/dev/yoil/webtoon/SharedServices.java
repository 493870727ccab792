package dev.yoil.webtoon;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Services that test classes share, reset after each class. They end with the JVM, or
 * earlier to make room for others. Thread-safe.
 */
final class SharedServices {

	/** Each takes some 30 MB. */
	private static final int MOST_UNUSED = 6;

	/** Currently unused services, the last used first. */
	private static final Deque<RunningService> UNUSED = new ArrayDeque<>();

	private SharedServices() {
	}

	/**
	 * Gives a service that was started with the arguments, now or before.
	 */
	static synchronized RunningService take(List<String> arguments) {
		for (Iterator<RunningService> unused = UNUSED.iterator(); unused.hasNext();) {
			RunningService service = unused.next();
			if (arguments.equals(service.sharedArguments())) {
				unused.remove();
				return service;
			}
		}
		return RunningService.startShared(arguments);
	}

	/**
	 * Takes a service back that is as it was when it was started.
	 */
	static synchronized void giveBack(RunningService service) {
		UNUSED.push(service);
		if (UNUSED.size() > MOST_UNUSED) {
			UNUSED.removeLast().stop();
		}
	}

}
