package dev.yoil.lab.service;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Repeated questions until there is an answer.
 */
final class Polling {

	private Polling() {
	}

	/**
	 * Asks until there is an answer; blocks the caller.
	 * @param question must itself return in time
	 * @param pause between two questions
	 * @param limit for all questions
	 * @return the answer; empty after the limit or on an interrupt
	 */
	static <T> Optional<T> poll(Supplier<Optional<T>> question, Duration pause, Duration limit) {
		long end = System.nanoTime() + limit.toNanos();
		while (!Thread.currentThread().isInterrupted()) {
			Optional<T> answer = question.get();
			if (answer.isPresent() || System.nanoTime() >= end) {
				return answer;
			}
			LockSupport.parkNanos(pause.toNanos());
		}
		return Optional.empty();
	}

}
