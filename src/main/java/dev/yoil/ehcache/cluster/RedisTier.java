package dev.yoil.ehcache.cluster;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import dev.yoil.ehcache.tier.Claim;
import dev.yoil.ehcache.tier.SecondTier;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;

/**
 * A second tier in Redis or Valkey. Under a key is either a value, or the mark of who is
 * loading it. Thread-safe.
 */
public final class RedisTier implements SecondTier, AutoCloseable {

	/** What an array begins with that is a value. */
	private static final byte VALUE = 'V';

	/** What one begins with that says whose right it is to load the value. */
	private static final byte LEASE = 'L';

	/** How long that right lasts, should whoever has it die. */
	private static final Duration LEASE_TIME = Duration.ofSeconds(3);

	/** How long others wait for the value. */
	private static final Duration PATIENCE = Duration.ofSeconds(1);

	private static final Duration ASK_AGAIN = Duration.ofMillis(15);

	private static final String STORE = "if redis.call('get', KEYS[1]) == ARGV[1] then "
			+ "redis.call('set', KEYS[1], ARGV[2], 'px', ARGV[3]) end";

	private static final String RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end";

	private final String prefix;

	private final RedisLink link;

	private final Executor later = CompletableFuture.delayedExecutor(ASK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);

	/**
	 * Creates what has no connection yet.
	 * @param url such as {@code redis://host:6379}
	 * @param prefix what all keys begin with
	 * @param timeout how long to wait for an answer
	 * @param retryAfter for how long to leave Redis alone after a failure
	 * @throws IllegalArgumentException if the URL is none of Redis
	 */
	public RedisTier(String url, String prefix, Duration timeout, Duration retryAfter) {
		this.prefix = prefix + ":";
		this.link = new RedisLink(url, timeout, retryAfter);
	}

	/**
	 * Opens the connection, and waits for that a few seconds at most. Without it, the
	 * first who needs it does not wait.
	 */
	public void connect() {
		this.link.connect();
	}

	/**
	 * {@return whether there is a connection that works, as far as is known}
	 */
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
		return look(this.prefix + key, System.nanoTime() + PATIENCE.toNanos()).exceptionally((failure) -> Claim.NONE);
	}

	private CompletableFuture<Claim> look(String key, long until) {
		return this.link.ask((redis) -> redis.get(key)).thenCompose((found) -> {
			if (found == null) {
				return take(key, until);
			}
			if (found.length > 0 && found[0] == VALUE) {
				return CompletableFuture.completedFuture(new Found(Arrays.copyOfRange(found, 1, found.length)));
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
	public Claim refresh(String key) {
		return new Refresh(this.prefix + key);
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
	 * Closes the connection. Nothing is found from here on.
	 */
	@Override
	public void close() {
		this.link.close();
	}

	/** A value. */
	private static final class Found implements Claim {

		private final byte[] value;

		Found(byte[] value) {
			this.value = value;
		}

		@Override
		public byte[] found() {
			return this.value;
		}

	}

	/** The right to store what is loaded, as long as nobody else has it. */
	private final class Held implements Claim {

		private final String key;

		private final byte[] lease;

		Held(String key, byte[] lease) {
			this.key = key;
			this.lease = lease;
		}

		@Override
		public void store(byte[] value, Duration timeToLive) {
			byte[] millis = String.valueOf(timeToLive.toMillis()).getBytes(StandardCharsets.US_ASCII);
			tell((redis) -> redis.eval(STORE, ScriptOutputType.STATUS, new String[] { this.key }, this.lease,
					marked(VALUE, value), millis));
		}

		@Override
		public void release() {
			tell((redis) -> redis.eval(RELEASE, ScriptOutputType.STATUS, new String[] { this.key }, this.lease));
		}

	}

	/** The right of a refresh, whose value is as right as the one it replaces. */
	private final class Refresh implements Claim {

		private final String key;

		Refresh(String key) {
			this.key = key;
		}

		@Override
		public void store(byte[] value, Duration timeToLive) {
			tell((redis) -> redis.set(this.key, marked(VALUE, value), SetArgs.Builder.px(timeToLive)));
		}

	}

}
