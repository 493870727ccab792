package dev.yoil.ehcache;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.springframework.cache.interceptor.CacheOperationInvoker;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ways in which a load fails whose thread is interrupted.
 */
enum Interruption {

	BARE {

		@Override
		void load(EhCacheCache cache, Source source) {
			cache.get("key", () -> {
				source.hang();
				return "never";
			});
		}

	},
	OUT_OF_AN_ANNOTATED_METHOD {

		@Override
		void load(EhCacheCache cache, Source source) {
			cache.get("key", () -> {
				wrapping(source);
				return "never";
			});
		}

	},
	IN_A_DRIVER {

		@Override
		void load(EhCacheCache cache, Source source) {
			cache.get("key", () -> {
				driving(source);
				return "never";
			});
		}

	},
	WAITING_FOR_ANOTHER_LOAD {

		@Override
		void load(EhCacheCache cache, Source source) {
			CompletableFuture<String> other = cache.retrieve("other", CompletableFuture::new);
			assertThat(other).isNotDone();
			cache.get("key", () -> {
				source.begin();
				return cache.get("other", () -> "never");
			});
		}

	},
	ABOUT_TO_GIVE_A_FUTURE {

		@Override
		void load(EhCacheCache cache, Source source) {
			cache.retrieve("key", () -> {
				wrapping(source);
				return CompletableFuture.completedFuture("never");
			}).join();
		}

	},
	IN_A_FUTURE {

		@Override
		void load(EhCacheCache cache, Source source) {
			CompletableFuture<String> value = new CompletableFuture<>();
			CompletableFuture<String> answer = cache.retrieve("key", () -> value);
			try {
				source.hang();
			}
			catch (InterruptedException ex) {
				value.completeExceptionally(new CompletionException(ex));
				Thread.currentThread().interrupt();
			}
			answer.join();
		}

	};

	abstract void load(EhCacheCache cache, Source source);

	private static void wrapping(Source source) {
		try {
			source.hang();
		}
		catch (InterruptedException ex) {
			throw new CacheOperationInvoker.ThrowableWrapper(ex);
		}
	}

	private static void driving(Source source) {
		try {
			source.hang();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted during connection acquisition", ex);
		}
	}

	/** What hangs until it is interrupted. */
	interface Source {

		void begin();

		void hang() throws InterruptedException;

	}

}
