package dev.yoil.ehcache;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.jspecify.annotations.Nullable;

/**
 * Checks of the entry index against Ehcache after an event. Where events are delivered in
 * order, a check must not run inside the event: Ehcache would wait for the event itself.
 * Thread-safe.
 */
final class DeferredReconciliations {

	/** {@code null} if checks run at once. */
	private final @Nullable Queue<Runnable> deferred;

	DeferredReconciliations(boolean ordered) {
		this.deferred = ordered ? new ConcurrentLinkedQueue<>() : null;
	}

	void add(Runnable check) {
		if (this.deferred != null) {
			this.deferred.add(check);
		}
		else {
			check.run();
		}
	}

	/** Runs the deferred checks. Call it after each operation, outside of Ehcache. */
	void runAll() {
		if (this.deferred != null) {
			for (Runnable next = this.deferred.poll(); next != null; next = this.deferred.poll()) {
				next.run();
			}
		}
	}

}
