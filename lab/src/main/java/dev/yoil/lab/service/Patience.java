package dev.yoil.lab.service;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Asks again and again until there is an answer.
 */
final class Patience {

	private Patience() {
	}

	/**
	 * Asks until there is an answer; the caller waits.
	 * @param question asked by one other thread
	 * @param pause between an answer and the next question
	 * @param limit how long at most
	 * @return the answer; empty if there was none in time, or the caller was interrupted
	 */
	static <T> Optional<T> ask(Supplier<Optional<T>> question, Duration pause, Duration limit) {
		ScheduledExecutorService asking = Executors.newSingleThreadScheduledExecutor(daemon("lab-patience"));
		CompletableFuture<T> answer = new CompletableFuture<>();
		ScheduledFuture<?> questions = asking.scheduleWithFixedDelay(() -> {
			try {
				question.get().ifPresent(answer::complete);
			}
			catch (RuntimeException | Error ex) {
				answer.completeExceptionally(ex);
			}
		}, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
		try {
			return Optional.of(answer.get(limit.toMillis(), TimeUnit.MILLISECONDS));
		}
		catch (TimeoutException ex) {
			return Optional.empty();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Optional.empty();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex.getCause());
		}
		finally {
			questions.cancel(true);
			asking.shutdownNow();
		}
	}

	/**
	 * Makes threads that keep no JVM from ending.
	 * @param name what they are called
	 */
	static ThreadFactory daemon(String name) {
		return (task) -> {
			Thread thread = new Thread(task, name);
			thread.setDaemon(true);
			return thread;
		};
	}

}
