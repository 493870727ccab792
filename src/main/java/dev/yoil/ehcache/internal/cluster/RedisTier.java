package dev.yoil.ehcache.internal.cluster;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.region.SharedSecret;
import dev.yoil.ehcache.internal.tier.Claim;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.region.RegionVersion;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import org.jspecify.annotations.Nullable;

/**
 * A second tier in Redis or Valkey. Under a key is either a value, or the mark of who is
 * loading it. A value is signed together with its key: without the secret of the
 * instances, nobody who can write to Redis can make up a value or move one to another
 * key. Thread-safe.
 */
public final class RedisTier implements SecondTier, AutoCloseable {

	/** What an array begins with that is a value. */
	private static final byte VALUE = 'V';

	/** What one begins with that says whose right it is to load the value. */
	private static final byte LEASE = 'L';

	private static final int SIGNATURE_BYTES = 32;

	private static final String PURPOSE = "values of the shared tier";

	/** How long that right lasts, should whoever has it die. */
	private static final Duration LEASE_TIME = Duration.ofSeconds(3);

	/** How long others wait for the value. */
	private static final Duration PATIENCE = Duration.ofSeconds(1);

	/** How long they wait at the very most, whatever Redis does. */
	private static final Duration LONGEST = Duration.ofMillis(1_500);

	private static final Duration ASK_AGAIN = Duration.ofMillis(15);

	private static final String RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end";

	private final String prefix;

	private final RedisLink link;

	private final Supplier<@Nullable RegionVersion> secret;

	/** In the thread that keeps the time: it only begins to ask. */
	private final Executor later = CompletableFuture.delayedExecutor(ASK_AGAIN.toMillis(), TimeUnit.MILLISECONDS,
			Runnable::run);

	/**
	 * Creates what has no connection yet.
	 * @param url such as {@code redis://host:6379}
	 * @param prefix what all keys begin with
	 * @param timeout how long to wait for an answer
	 * @param retryAfter for how long to leave Redis alone after a failure
	 * @param secret what all instances read; while it gives {@code null}, nothing is
	 * stored and what is found is refused
	 * @throws IllegalArgumentException if the URL is none of Redis
	 */
	public RedisTier(String url, String prefix, Duration timeout, Duration retryAfter,
			Supplier<@Nullable RegionVersion> secret) {
		this.prefix = prefix + ":";
		this.secret = secret;
		this.link = new RedisLink(url, timeout, retryAfter);
	}

	/**
	 * Opens the connection, and waits for that a few seconds at most. Without it, the
	 * first who needs it does not wait.
	 */
	public void connect() {
		this.link.connect();
	}

	@Override
	public boolean isAvailable() {
		return this.link.isOpen();
	}

	/**
	 * {@return how many commands were answered}
	 */
	public long answers() {
		return this.link.answers();
	}

	/**
	 * {@return how long these took together, in nanoseconds}
	 */
	public long answerNanos() {
		return this.link.answerNanos();
	}

	/**
	 * {@return how many commands, and attempts to connect, were refused or not answered
	 * in time}
	 */
	public long failures() {
		return this.link.failures();
	}

	@Override
	public CompletableFuture<Claim> claim(String key) {
		CompletableFuture<Claim> claim = look(this.prefix + key, System.nanoTime() + PATIENCE.toNanos())
			.exceptionally((failure) -> Claim.NONE);
		CompletableFuture<Claim> inTime = claim.copy()
			.completeOnTimeout(Claim.NONE, LONGEST.toNanos(), TimeUnit.NANOSECONDS);
		CompletableFuture<Void> unused = claim.thenAcceptBoth(inTime, (taken, given) -> {
			if (taken != given) {
				taken.release();
			}
		});
		return inTime;
	}

	private CompletableFuture<Claim> look(String key, long until) {
		return this.link.ask((redis) -> redis.get(key)).thenCompose((found) -> {
			if (found == null) {
				return take(key, until);
			}
			if (found.length > 0 && found[0] == VALUE) {
				return CompletableFuture.completedFuture(new Found(key, found));
			}
			return lookAgain(key, until);
		});
	}

	private CompletableFuture<Claim> take(String key, long until) {
		byte[] lease = marked(LEASE, UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII));
		return this.link.ask((redis) -> redis.set(key, lease, SetArgs.Builder.nx().px(LEASE_TIME)))
			.thenCompose((taken) -> (taken != null) ? CompletableFuture.completedFuture(new Held(key, lease))
					: lookAgain(key, until));
	}

	private CompletableFuture<Claim> lookAgain(String key, long until) {
		if (System.nanoTime() - until > 0) {
			return CompletableFuture.completedFuture(Claim.NONE);
		}
		return CompletableFuture.supplyAsync(() -> key, this.later).thenCompose((same) -> look(same, until));
	}

	@Override
	public CompletableFuture<@Nullable Duration> timeLeft(String key) {
		return this.link.ask((redis) -> redis.pttl(this.prefix + key))
			.handle((millis, failure) -> (millis != null && millis > 0) ? Duration.ofMillis(millis) : null);
	}

	@Override
	public Claim refresh(String key) {
		return new Storing(this.prefix + key);
	}

	/**
	 * Does something whose answer nobody waits for.
	 */
	private <T> void tell(RedisLink.Command<T> command) {
		CompletableFuture<?> unused = this.link.ask(command);
	}

	private static byte[] marked(byte mark, byte[] rest) {
		byte[] all = new byte[rest.length + 1];
		all[0] = mark;
		System.arraycopy(rest, 0, all, 1, rest.length);
		return all;
	}

	/**
	 * {@return the signature of a value under a key; {@code null} as long as the secret
	 * was not read}
	 */
	private byte @Nullable [] signature(String key, byte[] value) {
		RegionVersion row = this.secret.get();
		// No key has this character's byte in it, so a key ends where it ends.
		return (row != null) ? SharedSecret.of(row)
			.forPurpose(PURPOSE)
			.sign(key.getBytes(StandardCharsets.UTF_8), new byte[] { (byte) 0xFF }, value) : null;
	}

	/**
	 * Closes the connection. Nothing is found from here on.
	 */
	@Override
	public void close() {
		this.link.close();
	}

	/** A value, and the right to replace it. */
	private final class Found extends Storing {

		private final byte[] stored;

		Found(String key, byte[] stored) {
			super(key);
			this.stored = stored;
		}

		@Override
		public byte[] found() {
			int start = 1 + SIGNATURE_BYTES;
			if (this.stored.length >= start) {
				byte[] value = Arrays.copyOfRange(this.stored, start, this.stored.length);
				if (MessageDigest.isEqual(signature(key(), value), Arrays.copyOfRange(this.stored, 1, start))) {
					return value;
				}
			}
			throw new IllegalArgumentException(
					"The value of " + key() + " is not signed for that key by an instance over the same database");
		}

	}

	/** The right to load a value, which others wait for. */
	private final class Held extends Storing {

		private final byte[] lease;

		Held(String key, byte[] lease) {
			super(key);
			this.lease = lease;
		}

		@Override
		public void release() {
			tell((redis) -> redis.eval(RELEASE, ScriptOutputType.STATUS, new String[] { key() }, this.lease));
		}

	}

	/**
	 * The right to store a value. It does not matter whose else's this replaces: under
	 * one key all are equally right.
	 */
	private class Storing implements Claim {

		private final String key;

		Storing(String key) {
			this.key = key;
		}

		final String key() {
			return this.key;
		}

		@Override
		public final void store(byte[] value, Duration timeToLive) {
			byte[] signature = signature(this.key, value);
			if (signature != null) {
				byte[] signed = Arrays.copyOf(signature, SIGNATURE_BYTES + value.length);
				System.arraycopy(value, 0, signed, SIGNATURE_BYTES, value.length);
				tell((redis) -> redis.set(this.key, marked(VALUE, signed), SetArgs.Builder.px(timeToLive)));
			}
		}

	}

}
