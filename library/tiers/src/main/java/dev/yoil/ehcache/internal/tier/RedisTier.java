package dev.yoil.ehcache.internal.tier;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import org.jspecify.annotations.Nullable;

/**
 * A second tier in Redis or Valkey. A key holds a value, or the lease of the instance
 * that loads the value. A signature covers the value and its key, so a client of Redis
 * without the secret of the cluster can neither forge nor move values. Thread-safe.
 */
public final class RedisTier implements SecondTier, AutoCloseable {

	/** The first byte of a value. */
	private static final byte VALUE = 'V';

	/** The first byte of a lease. */
	private static final byte LEASE = 'L';

	private static final Duration LEASE_TIME = Duration.ofSeconds(3);

	/** Maximum wait for the load of another instance. */
	private static final Duration PATIENCE = Duration.ofSeconds(1);

	/** An upper bound, regardless of the timeout of commands. */
	private static final Duration MAX_WAIT = Duration.ofMillis(1_500);

	private static final Duration RETRY_INTERVAL = Duration.ofMillis(15);

	/** More keys with outdated values are not remembered. */
	private static final int MOST_OUTDATED = 10_000;

	private static final int REMOVED_TOGETHER = 500;

	private static final String RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end";

	private final String prefix;

	private final RedisLink link;

	private final SignedValues signatures;

	/** Keys whose values in Redis are older than those that could not be stored. */
	private final Set<String> outdated = ConcurrentHashMap.newKeySet();

	/** Runs in the JDK's delay thread, which only sends the next command. */
	private final Executor later = CompletableFuture.delayedExecutor(RETRY_INTERVAL.toMillis(), TimeUnit.MILLISECONDS,
			Runnable::run);

	/**
	 * Creates a tier without a connection.
	 * @param prefix the prefix of all keys
	 * @param timeout how long to wait for the answer to a command
	 * @param retryAfter how long to pause after a failure
	 * @param signatures signs values with the secret of the cluster; while that is
	 * unknown, values are neither stored nor accepted
	 * @throws IllegalArgumentException if the URL is not a Redis URL
	 */
	public RedisTier(String url, String prefix, Duration timeout, Duration retryAfter, SignedValues signatures) {
		this.prefix = prefix + ":";
		this.signatures = signatures;
		this.link = new RedisLink(url, timeout, retryAfter, this::removeOutdated);
	}

	/**
	 * Opens the connection, and another one after each failure. Waits up to two seconds
	 * for the first. Call this once.
	 */
	public void connect() {
		this.link.connect();
	}

	@Override
	public boolean isAvailable() {
		return this.link.isOpen();
	}

	/**
	 * {@return the number of answered commands}
	 */
	public long answers() {
		return this.link.answers();
	}

	/**
	 * {@return the total time of the answered commands in nanoseconds}
	 */
	public long answerNanos() {
		return this.link.answerNanos();
	}

	/**
	 * {@return the number of commands and connection attempts that were refused or timed
	 * out}
	 */
	public long failures() {
		return this.link.failures();
	}

	@Override
	public CompletableFuture<TierLease> claim(String key) {
		if (this.outdated.contains(this.prefix + key)) {
			return CompletableFuture.completedFuture(refresh(key));
		}
		CompletableFuture<TierLease> claim = look(this.prefix + key, System.nanoTime() + PATIENCE.toNanos())
			.exceptionally((failure) -> TierLease.NONE);
		CompletableFuture<TierLease> bounded = claim.copy()
			.completeOnTimeout(TierLease.NONE, MAX_WAIT.toNanos(), TimeUnit.NANOSECONDS);
		CompletableFuture<Void> unused = claim.thenAcceptBoth(bounded, (taken, returned) -> {
			if (taken != returned) {
				taken.release();
			}
		});
		return bounded;
	}

	private CompletableFuture<TierLease> look(String key, long until) {
		return this.link.send((redis) -> redis.get(key)).thenCompose((found) -> {
			if (found == null) {
				return lease(key, until);
			}
			return (found.length > 0 && found[0] == VALUE)
					? CompletableFuture.completedFuture(new RedisLease(key, found, null)) : lookAgain(key, until);
		});
	}

	private CompletableFuture<TierLease> lease(String key, long until) {
		byte[] lease = marked(LEASE, UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII));
		return this.link.send((redis) -> redis.set(key, lease, SetArgs.Builder.nx().px(LEASE_TIME)))
			.thenCompose((set) -> (set != null) ? CompletableFuture.completedFuture(new RedisLease(key, null, lease))
					: lookAgain(key, until));
	}

	private CompletableFuture<TierLease> lookAgain(String key, long until) {
		return (System.nanoTime() - until > 0) ? CompletableFuture.completedFuture(TierLease.NONE)
				: CompletableFuture.supplyAsync(() -> key, this.later).thenCompose((same) -> look(same, until));
	}

	@Override
	public TierLease refresh(String key) {
		return new RedisLease(this.prefix + key, null, null);
	}

	/**
	 * Removes outdated values if Redis is connected, for the other instances.
	 */
	private void removeOutdated() {
		String[] keys = this.outdated.stream().limit(REMOVED_TOGETHER).toArray(String[]::new);
		if (keys.length > 0) {
			CompletableFuture<Void> unused = this.link.send((redis) -> redis.del(keys)).thenAccept((removed) -> {
				this.outdated.removeAll(Set.of(keys));
				removeOutdated();
			});
		}
	}

	/**
	 * Records whether Redis has a value, or none.
	 */
	private void written(String key, boolean written) {
		if (written) {
			this.outdated.remove(key);
		}
		else if (this.outdated.size() < MOST_OUTDATED) {
			this.outdated.add(key);
			removeOutdated();
		}
	}

	private static byte[] marked(byte mark, byte[] content) {
		byte[] all = new byte[1 + content.length];
		all[0] = mark;
		System.arraycopy(content, 0, all, 1, content.length);
		return all;
	}

	@Override
	public void close() {
		this.link.close();
	}

	/**
	 * A claim on a key of Redis. Storing needs no lease: all values under one key are
	 * equivalent.
	 */
	private final class RedisLease implements TierLease {

		private final String key;

		private final byte @Nullable [] stored;

		private final byte @Nullable [] lease;

		RedisLease(String key, byte @Nullable [] stored, byte @Nullable [] lease) {
			this.key = key;
			this.stored = stored;
			this.lease = lease;
		}

		@Override
		public byte @Nullable [] found() {
			if (this.stored == null) {
				return null;
			}
			byte[] value = RedisTier.this.signatures.verified(this.key,
					Arrays.copyOfRange(this.stored, 1, this.stored.length));
			if (value == null) {
				throw new IllegalArgumentException("The value of " + this.key + " is not signed by this cluster");
			}
			return value;
		}

		@Override
		public void store(byte[] value, Duration timeToLive) {
			byte[] signed = RedisTier.this.signatures.signed(this.key, value);
			if (signed == null) {
				remove();
				return;
			}
			CompletableFuture<?> unused = RedisTier.this.link
				.send((redis) -> redis.set(this.key, marked(VALUE, signed), SetArgs.Builder.px(timeToLive)))
				.whenComplete((answer, failure) -> ended(failure == null));
		}

		@Override
		public void remove() {
			if (this.lease != null) {
				release();
				return;
			}
			CompletableFuture<?> unused = RedisTier.this.link.send((redis) -> redis.del(this.key))
				.whenComplete((answer, failure) -> ended(failure == null));
		}

		private void ended(boolean written) {
			// With a lease there was no value before.
			if (written || this.lease == null) {
				written(this.key, written);
			}
		}

		@Override
		public void release() {
			byte[] held = this.lease;
			if (held != null) {
				CompletableFuture<?> unused = RedisTier.this.link
					.send((redis) -> redis.eval(RELEASE, ScriptOutputType.STATUS, new String[] { this.key }, held));
			}
		}

	}

}
