package dev.yoil.support;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Runs tasks that may block in new threads. With two CPUs, the common pool has a single
 * thread.
 */
public final class Background {

	private Background() {
	}

	public static <T> CompletableFuture<T> supply(Supplier<T> task) {
		return CompletableFuture.supplyAsync(task, Background::start);
	}

	public static CompletableFuture<Void> run(Runnable task) {
		return CompletableFuture.runAsync(task, Background::start);
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "background");
		thread.setDaemon(true);
		thread.start();
	}

}
