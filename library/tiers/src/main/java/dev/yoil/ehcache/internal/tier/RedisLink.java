package dev.yoil.ehcache.internal.tier;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

import dev.yoil.ehcache.internal.failure.Causes;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shared connection to Redis with a circuit breaker. If the connection fails or does
 * not respond in time, it is closed. After a pause, another one is opened, even if there
 * are no commands; until then commands fail at once. Lettuce's own reconnecting is off,
 * because it keeps a connection that does not respond. Thread-safe.
 */
final class RedisLink implements AutoCloseable {

	private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);

	/** Longer than the timeout of a command, because the first handshake is slow. */
	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

	private static final String CLOSED = "Redis closed the connection";

	private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

	private final RedisURI uri;

	private final Duration timeout;

	private final RedisClient client = RedisClient.create();

	/** {@code null} during a pause, and while a connection is being opened. */
	private final AtomicReference<@Nullable StatefulRedisConnection<String, byte[]>> link = new AtomicReference<>();

	private final LongAdder answers = new LongAdder();

	private final LongAdder answerNanos = new LongAdder();

	private final LongAdder failures = new LongAdder();

	private volatile long lastAnswer = System.nanoTime();

	/** Runs in the JDK's delay thread, which only begins the next attempt. */
	private final Executor afterPause;

	private final Runnable opened;

	private volatile boolean failing;

	/** Set once a refused command was logged for the present connection. */
	private volatile boolean refusing;

	private volatile boolean closed;

	/**
	 * Creates a link without a connection.
	 * @param opened runs when a connection was opened
	 * @throws IllegalArgumentException if the URL is not a Redis URL
	 */
	RedisLink(String url, Duration timeout, Duration retryAfter, Runnable opened) {
		URI parsed = URI.create(url);
		// Lettuce could take a part of a password for the host, and log it.
		if (parsed.getHost() == null || !Set.of("redis", "rediss").contains(String.valueOf(parsed.getScheme()))) {
			throw new IllegalArgumentException("Not a Redis URL");
		}
		this.uri = RedisURI.create(parsed);
		this.uri.setTimeout(CONNECT_TIMEOUT);
		this.timeout = timeout;
		this.afterPause = CompletableFuture.delayedExecutor(retryAfter.toNanos(), TimeUnit.NANOSECONDS, Runnable::run);
		this.opened = opened;
		this.client.setOptions(ClientOptions.builder()
			.autoReconnect(false)
			.socketOptions(SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build())
			.build());
		this.client.addListener(new RedisConnectionStateListener() {

			@Override
			public void onRedisDisconnected(RedisChannelHandler<?, ?> ended) {
				// At once, also without a command.
				if (lost(ended, new IOException(CLOSED))) {
					RedisLink.this.failures.increment();
				}
			}

		});
	}

	/**
	 * Opens the connection, and another one after each failure. Waits up to two seconds
	 * for the first. Does not throw if it fails. Call this once.
	 */
	void connect() {
		Object unused = open().handle((connection, failure) -> connection)
			.completeOnTimeout(null, CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
			.join();
	}

	boolean isOpen() {
		return this.link.get() != null;
	}

	long answers() {
		return this.answers.sum();
	}

	long answerNanos() {
		return this.answerNanos.sum();
	}

	long failures() {
		return this.failures.sum();
	}

	/**
	 * Sends a command without waiting.
	 * @return the answer; fails if there is no connection or no answer in time
	 */
	<T> CompletableFuture<@Nullable T> send(Function<RedisAsyncCommands<String, byte[]>, RedisFuture<T>> command) {
		StatefulRedisConnection<String, byte[]> connection = this.link.get();
		if (connection == null) {
			return CompletableFuture.failedFuture(new IllegalStateException("No connection to Redis"));
		}
		long sentAt = System.nanoTime();
		return CompletableFuture.completedFuture(connection.async())
			.<@Nullable T>thenCompose(command)
			.whenComplete((answer, failure) -> {
				if (failure == null || isRefusal(failure)) {
					this.lastAnswer = System.nanoTime();
				}
			})
			.orTimeout(this.timeout.toNanos(), TimeUnit.NANOSECONDS)
			.whenComplete((answer, failure) -> {
				if (failure != null) {
					failed(connection, sentAt, failure);
					return;
				}
				this.answers.increment();
				this.answerNanos.add(System.nanoTime() - sentAt);
				answered();
			});
	}

	private void answered() {
		if (this.failing) {
			this.failing = false;
			LOG.info("The shared tier works again");
		}
	}

	private static boolean isRefusal(Throwable failure) {
		return Causes.root(failure) instanceof RedisCommandExecutionException;
	}

	/** Opens a connection. If that fails, tries again after a pause. */
	private CompletableFuture<StatefulRedisConnection<String, byte[]>> open() {
		return CompletableFuture.completedFuture(this.uri)
			.thenCompose((address) -> this.client.connectAsync(CODEC, address))
			.thenCompose(this::probed)
			.whenComplete((connection, failure) -> {
				if (failure != null) {
					this.failures.increment();
					reopenAfterPause(failure);
					return;
				}
				this.refusing = false;
				this.link.set(connection);
				if (connection.isOpen()) {
					this.opened.run();
				}
				else {
					boolean unused = lost(connection, new IOException(CLOSED));
				}
			});
	}

	/**
	 * Waits for a first answer, because an open port does not mean that Redis responds.
	 * The first command is slow, too, so it has more time than others.
	 */
	private CompletableFuture<StatefulRedisConnection<String, byte[]>> probed(
			StatefulRedisConnection<String, byte[]> connection) {
		return connection.async()
			.get("")
			.toCompletableFuture()
			.orTimeout(CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
			.handle((answer, failure) -> {
				if (failure == null) {
					answered();
				}
				else if (!isRefusal(failure)) {
					close(connection);
					throw new CompletionException(failure);
				}
				return connection;
			});
	}

	/**
	 * Closes the connection unless Redis refused the command, or has answered another one
	 * since and is only slow. A half-open connection would stay silent for minutes.
	 */
	private void failed(StatefulRedisConnection<String, byte[]> connection, long sentAt, Throwable failure) {
		this.failures.increment();
		if (isRefusal(failure)) {
			if (!this.refusing) {
				this.refusing = true;
				LOG.warn("The shared tier refuses commands: {}", Causes.text(Causes.root(failure)));
			}
		}
		else if (!(failure instanceof TimeoutException) || this.lastAnswer - sentAt <= 0) {
			boolean unused = lost(connection, failure);
		}
	}

	/**
	 * {@return whether this was the open connection}
	 */
	private boolean lost(Object connection, Throwable failure) {
		StatefulRedisConnection<String, byte[]> present = this.link.get();
		if (present == null || present != connection || !this.link.compareAndSet(present, null)) {
			return false;
		}
		close(present);
		reopenAfterPause(failure);
		return true;
	}

	/** Closes a connection, unless the client closes all of them. */
	private void close(StatefulRedisConnection<String, byte[]> connection) {
		if (!this.closed) {
			CompletableFuture<Void> unused = connection.closeAsync();
		}
	}

	private void reopenAfterPause(Throwable failure) {
		if (this.closed) {
			return;
		}
		if (!this.failing) {
			this.failing = true;
			LOG.warn("The shared tier failed: each instance loads for itself until it works again. {}",
					Causes.text(Causes.root(failure)));
		}
		this.afterPause.execute(() -> {
			if (!this.closed) {
				CompletableFuture<?> unused = open();
			}
		});
	}

	@Override
	public void close() {
		this.closed = true;
		this.client.shutdown(Duration.ZERO, CONNECT_TIMEOUT);
	}

}
