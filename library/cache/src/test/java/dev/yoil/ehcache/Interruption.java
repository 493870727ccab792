package dev.yoil.ehcache;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.springframework.cache.interceptor.CacheOperationInvoker;

/**
 * Forms in which an interrupted load fails.
 */
enum Interruption {

	BARE, ANNOTATED_METHOD, DRIVER, WAIT_FOR_ANOTHER_LOAD, BEFORE_THE_FUTURE, FUTURE;

	void load(EhCacheCache cache, Source source) {
		switch (this) {
			case BARE -> cache.get("key", () -> source.hang());
			case ANNOTATED_METHOD -> cache.get("key", () -> hangWrapped(source));
			case DRIVER -> cache.get("key", () -> hangInDriver(source));
			case WAIT_FOR_ANOTHER_LOAD -> {
				cache.retrieve("other", CompletableFuture::new);
				cache.get("key", () -> {
					source.begin();
					return cache.get("other", () -> "never");
				});
			}
			case BEFORE_THE_FUTURE ->
				cache.retrieve("key", () -> CompletableFuture.completedFuture(hangWrapped(source))).join();
			case FUTURE -> failFuture(cache, source);
		}
	}

	private static String hangWrapped(Source source) {
		try {
			return source.hang();
		}
		catch (InterruptedException ex) {
			throw new CacheOperationInvoker.ThrowableWrapper(ex);
		}
	}

	private static String hangInDriver(Source source) {
		try {
			return source.hang();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted during connection acquisition", ex);
		}
	}

	private static void failFuture(EhCacheCache cache, Source source) {
		CompletableFuture<String> value = new CompletableFuture<>();
		CompletableFuture<String> result = cache.retrieve("key", () -> value);
		try {
			source.hang();
		}
		catch (InterruptedException ex) {
			value.completeExceptionally(new CompletionException(ex));
			Thread.currentThread().interrupt();
		}
		result.join();
	}

	/** A source that hangs until its caller is interrupted. */
	interface Source {

		void begin();

		String hang() throws InterruptedException;

	}

}
