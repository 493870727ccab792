package dev.yoil.ehcache.internal.cluster;

import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.NestedExceptionUtils;

/**
 * One connection to Redis for all threads. When it fails, or an answer does not come in
 * time, it is given up, and Redis left alone for a while; then the first who needs it has
 * another one opened, and does not wait for that. Thread-safe.
 */
final class RedisLink implements AutoCloseable {

	private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);

	/** Much longer than an answer takes: a first handshake does. */
	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

	/** More than all threads of a server together have under way. */
	private static final int REQUESTS = 10_000;

	private static final Set<String> SCHEMES = Set.of("redis", "rediss");

	private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

	private final RedisURI uri;

	private final Duration timeout;

	private final long retryNanos;

	private final ClientResources resources;

	private final RedisClient client;

	/** The connection, or the one that is being opened; {@code null} if neither is. */
	private final AtomicReference<@Nullable CompletableFuture<StatefulRedisConnection<String, byte[]>>> link = new AtomicReference<>();

	private final LongAdder answers = new LongAdder();

	private final LongAdder answerNanos = new LongAdder();

	private final LongAdder failures = new LongAdder();

	/** When anything was answered last, by {@link System#nanoTime()}. */
	private volatile long lastAnswer = System.nanoTime();

	/** Up to when it is left alone, by {@link System#nanoTime()}. */
	private volatile long aloneUntil = System.nanoTime();

	private volatile boolean failing;

	/** Whether Redis has refused something over the present connection. */
	private volatile boolean refusing;

	private volatile boolean closed;

	/**
	 * Creates what has no connection yet.
	 * @throws IllegalArgumentException if the URL is none of Redis
	 */
	RedisLink(String url, Duration timeout, Duration retryAfter) {
		URI parsed = URI.create(url);
		// Else a part of a password may be taken for the host, and be logged.
		if (parsed.getHost() == null || !SCHEMES.contains(String.valueOf(parsed.getScheme()))) {
			throw new IllegalArgumentException("This is no URL of Redis");
		}
		this.uri = RedisURI.create(parsed);
		this.uri.setTimeout(CONNECT_TIMEOUT);
		this.timeout = timeout;
		this.retryNanos = retryAfter.toNanos();
		this.resources = ClientResources.builder().ioThreadPoolSize(2).computationThreadPoolSize(2).build();
		this.client = RedisClient.create(this.resources);
		this.client.setOptions(ClientOptions.builder()
			.autoReconnect(false)
			.requestQueueSize(REQUESTS)
			.socketOptions(SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build())
			.build());
	}

	/**
	 * Opens the connection and waits for it, but not long, and not to see it succeed.
	 */
	void connect() {
		try {
			CompletableFuture<StatefulRedisConnection<String, byte[]>> opened = open();
			if (opened != null) {
				// The first command takes long, too.
				opened.thenCompose((connection) -> connection.async().get(""))
					.get(CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
			}
		}
		catch (ExecutionException | TimeoutException ex) {
			LOG.debug("The first connection could not be opened", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	boolean isOpen() {
		return connection() != null;
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
	 * Asks something, and does not wait.
	 * @return the answer; a failure if there is none in time
	 */
	<T> CompletableFuture<@Nullable T> ask(Command<T> command) {
		StatefulRedisConnection<String, byte[]> connection = connection();
		if (connection == null) {
			CompletableFuture<?> unused = open();
			return CompletableFuture.failedFuture(new IllegalStateException("There is no connection"));
		}
		long begun = System.nanoTime();
		return begun(() -> command.begin(connection.async())).toCompletableFuture().whenComplete((answer, failure) -> {
			if (failure == null || failure instanceof RedisCommandExecutionException) {
				this.lastAnswer = System.nanoTime();
			}
		}).orTimeout(this.timeout.toNanos(), TimeUnit.NANOSECONDS).whenComplete((answer, failure) -> {
			if (failure != null) {
				failed(connection, begun, failure);
				return;
			}
			this.answers.increment();
			this.answerNanos.add(System.nanoTime() - begun);
			succeeded();
		});
	}

	private static <T> CompletionStage<T> begun(Supplier<? extends CompletionStage<T>> command) {
		try {
			return command.get();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedStage(ex);
		}
	}

	private @Nullable StatefulRedisConnection<String, byte[]> connection() {
		CompletableFuture<StatefulRedisConnection<String, byte[]>> present = this.link.get();
		return (present != null && present.isDone() && !present.isCompletedExceptionally()) ? present.join() : null;
	}

	/**
	 * Opens a connection, unless that is being done, or Redis is to be left alone.
	 */
	private @Nullable CompletableFuture<StatefulRedisConnection<String, byte[]>> open() {
		if (this.closed || System.nanoTime() - this.aloneUntil < 0) {
			return null;
		}
		CompletableFuture<StatefulRedisConnection<String, byte[]>> opening = new CompletableFuture<>();
		if (!this.link.compareAndSet(null, opening)) {
			return null;
		}
		CompletionStage<StatefulRedisConnection<String, byte[]>> unused = begun(
				() -> this.client.connectAsync(CODEC, this.uri))
			.whenComplete((connection, failure) -> opened(opening, connection, failure));
		return opening;
	}

	private void opened(CompletableFuture<StatefulRedisConnection<String, byte[]>> opening,
			@Nullable StatefulRedisConnection<String, byte[]> connection, @Nullable Throwable failure) {
		if (connection == null) {
			Throwable cause = (failure != null) ? failure : new IllegalStateException("There is no connection");
			leaveAlone(cause);
			this.link.set(null);
			opening.completeExceptionally(cause);
			return;
		}
		this.refusing = false;
		opening.complete(connection);
	}

	/**
	 * What Redis says no to it has heard; a connection that says nothing may never again.
	 * One that is only slow does.
	 */
	private void failed(StatefulRedisConnection<String, byte[]> connection, long begun, Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		if (cause instanceof RedisCommandExecutionException) {
			this.failures.increment();
			if (!this.refusing) {
				this.refusing = true;
				LOG.warn("The shared tier refuses what it is asked or told: {}", cause.toString());
			}
			return;
		}
		if (cause instanceof TimeoutException && this.lastAnswer - begun > 0) {
			this.failures.increment();
			return;
		}
		leaveAlone(cause);
		CompletableFuture<StatefulRedisConnection<String, byte[]>> present = this.link.get();
		if (present != null && connection() == connection && this.link.compareAndSet(present, null)) {
			CompletableFuture<Void> unused = connection.closeAsync();
		}
	}

	private void leaveAlone(Throwable failure) {
		this.failures.increment();
		this.aloneUntil = System.nanoTime() + this.retryNanos;
		if (!this.failing && !this.closed) {
			this.failing = true;
			LOG.warn("The shared tier fails, and each instance loads for itself until it works again: {}",
					NestedExceptionUtils.getMostSpecificCause(failure).toString());
		}
	}

	private void succeeded() {
		if (this.failing) {
			this.failing = false;
			LOG.info("The shared tier works again");
		}
	}

	/**
	 * Closes the connection. Every question fails from here on.
	 */
	@Override
	public void close() {
		this.closed = true;
		this.client.shutdown(Duration.ZERO, CONNECT_TIMEOUT);
		this.resources.shutdown(0, CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
			.awaitUninterruptibly(CONNECT_TIMEOUT.toMillis());
	}

	/**
	 * Something to ask Redis.
	 */
	@FunctionalInterface
	interface Command<T> {

		RedisFuture<T> begin(RedisAsyncCommands<String, byte[]> redis);

	}

}
