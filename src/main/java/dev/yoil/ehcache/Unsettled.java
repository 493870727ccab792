package dev.yoil.ehcache;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.jspecify.annotations.Nullable;

/**
 * What is left to ask Ehcache after it has reported an event. Where events are told in
 * order, whoever is told must not ask at once: Ehcache would wait for the event that it
 * is just telling. Thread-safe.
 */
final class Unsettled {

	/** {@code null} where it is asked at once. */
	private final @Nullable Queue<Runnable> questions;

	/**
	 * Creates an empty list.
	 * @param ordered whether the events of the cache are told in order
	 */
	Unsettled(boolean ordered) {
		this.questions = ordered ? new ConcurrentLinkedQueue<>() : null;
	}

	/**
	 * Asks at once, or when an operation on the cache has ended.
	 */
	void settle(Runnable question) {
		if (this.questions != null) {
			this.questions.add(question);
		}
		else {
			question.run();
		}
	}

	/**
	 * Asks what is left. To be called after each operation, outside of Ehcache.
	 */
	void settleAll() {
		if (this.questions != null) {
			for (Runnable next = this.questions.poll(); next != null; next = this.questions.poll()) {
				next.run();
			}
		}
	}

}
