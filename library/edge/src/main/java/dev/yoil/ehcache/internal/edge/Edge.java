package dev.yoil.ehcache.internal.edge;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.task.SharedTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cache in front of the application. Concurrent callers share a purge. Tags that could
 * not be purged stay pending and are sent again. Too many of them are replaced by the tag
 * of all responses. Thread-safe.
 */
public final class Edge {

	/**
	 * The header from which the cache gets the token for its requests. An instance reads
	 * the versions when it receives a token for the first time. So no token is sent
	 * twice: the cache could have received that of a later purge in between.
	 */
	private static final String TOKEN = "Edge-Token";

	private static final Logger LOG = LoggerFactory.getLogger(Edge.class);

	/** Limit on the tags of one purge. */
	private static final int MAX_TAGS = 100;

	/** Limit on the tags that are pending or to be repeated: 100 purges. */
	private static final int MAX_PENDING = 10_000;

	/** Below the interval of {@link #tick()}. */
	private static final long HEARTBEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

	private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

	private final URI url;

	private final EdgeSettings settings;

	private final HttpClient http;

	private final Supplier<@Nullable String> token;

	private final SharedTask task;

	/** Guarded by this object, like the next two fields. */
	private final Set<String> pending = new LinkedHashSet<>();

	/** Purged tags, with the time of their second purge. */
	private final Map<String, Long> repeatedAt = new HashMap<>();

	/** Pending tags whose purge is the second one. */
	private final Set<String> repeated = new HashSet<>();

	private final LongAdder purges = new LongAdder();

	private final LongAdder failures = new LongAdder();

	private volatile boolean failing;

	/** The time of the next purge. Confined to the task, like the next field. */
	private long nextAt = System.nanoTime();

	/** The time from which a purge without tags is sent. */
	private long heartbeatAt = this.nextAt;

	/**
	 * Creates an edge that nothing is sent to yet.
	 * @param threads sends the purges
	 * @param token returns another token each time; {@code null} for none
	 */
	Edge(URI url, EdgeSettings settings, HttpClient http, Executor threads, Supplier<@Nullable String> token) {
		this.url = url;
		this.task = new SharedTask(threads, this::send);
		this.settings = settings;
		this.http = http;
		this.token = token;
		try {
			request(List.of("tag"));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("Invalid purge at " + name() + ": " + ex.getMessage()
					+ ". Correct the method or headers in yoil.ehcache.edge.", ex);
		}
	}

	/**
	 * {@return its host, port and path}
	 */
	public String name() {
		return this.url.getHost() + ((this.url.getPort() >= 0) ? ":" + this.url.getPort() : "")
				+ ("/".equals(this.url.getPath()) ? "" : this.url.getPath());
	}

	/**
	 * {@return the number of successful purges}
	 */
	public long purges() {
		return this.purges.sum();
	}

	/**
	 * {@return the number of failed purges}
	 */
	public long failures() {
		return this.failures.sum();
	}

	/**
	 * {@return the number of tags that are still to be purged}
	 */
	public synchronized long pending() {
		return this.pending.size();
	}

	boolean isFailing() {
		return this.failing;
	}

	/**
	 * Requests a purge, and returns at once.
	 * @return {@code false} if {@link #await} cannot confirm it
	 */
	boolean request(Collection<String> tags) {
		add(tags, false);
		// While it fails, only tick() tries again.
		if (this.failing) {
			return false;
		}
		this.task.request();
		return this.settings.isReliable();
	}

	/** Adds pending tags. Once there are too many, all responses are purged. */
	private synchronized void add(Collection<String> tags, boolean again) {
		if (this.pending.contains(Edges.ALL) || this.pending.size() + tags.size() > MAX_PENDING) {
			this.pending.clear();
			this.repeated.clear();
			this.pending.add(Edges.ALL);
			return;
		}
		this.pending.addAll(tags);
		if (!again) {
			// They need a second purge once more.
			tags.forEach(this.repeated::remove);
		}
	}

	/**
	 * Waits until the requested tags are purged.
	 * @return whether the cache serves nothing older any more
	 */
	boolean await(long nanos) {
		boolean purged = this.task.await(nanos);
		if (!purged && !Thread.currentThread().isInterrupted()) {
			failed("no response in time");
		}
		return purged;
	}

	/**
	 * Sends what is pending or due again, or else only the token.
	 */
	void tick() {
		repeat(System.nanoTime());
		this.task.request();
	}

	private synchronized void repeat(long now) {
		Set<String> due = new HashSet<>();
		this.repeatedAt.entrySet().removeIf((tag) -> now - tag.getValue() >= 0 && due.add(tag.getKey()));
		due.removeAll(this.pending);
		this.repeated.addAll(due);
		add(due, true);
	}

	private void send() {
		if (System.nanoTime() - this.nextAt < 0) {
			return;
		}
		List<String> tags = take();
		if (tags.isEmpty() && (!this.settings.isProtocol() || System.nanoTime() - this.heartbeatAt < 0)) {
			return;
		}
		try {
			this.nextAt = System.nanoTime() + this.settings.interval().toNanos();
			do {
				purge(tags);
				succeeded(tags);
				tags = this.settings.interval().isZero() ? take() : List.of();
			}
			while (!tags.isEmpty());
		}
		catch (IOException | InterruptedException | RuntimeException | Error ex) {
			add(tags, true);
			this.failures.increment();
			failed(ex.toString());
			throw new IllegalStateException(ex);
		}
	}

	/** Takes pending tags before they are sent: one that comes later is sent again. */
	private synchronized List<String> take() {
		List<String> tags = new ArrayList<>();
		for (Iterator<String> next = this.pending.iterator(); next.hasNext() && tags.size() < MAX_TAGS;) {
			tags.add(next.next());
			next.remove();
		}
		return tags;
	}

	private HttpRequest.Builder request(List<String> tags) {
		HttpRequest.Builder request = HttpRequest.newBuilder(this.url)
			.timeout(REQUEST_TIMEOUT)
			.method(this.settings.method(), this.settings.body(tags));
		if (!tags.isEmpty()) {
			this.settings.headers(tags).forEach(request::header);
		}
		return request;
	}

	private HttpResponse<Void> exchange(List<String> tags) throws IOException, InterruptedException {
		HttpRequest.Builder request = request(tags);
		String sent = this.settings.isProtocol() ? this.token.get() : null;
		if (sent != null) {
			request.header(TOKEN, sent);
		}
		return this.http.send(request.build(), HttpResponse.BodyHandlers.discarding());
	}

	private void purge(List<String> tags) throws IOException, InterruptedException {
		HttpResponse<Void> response;
		try {
			response = exchange(tags);
		}
		catch (HttpTimeoutException ex) {
			throw ex;
		}
		catch (IOException ex) {
			// The cache may have closed an idle connection.
			response = exchange(tags);
		}
		if (response.statusCode() / 100 != 2) {
			throw new IOException("HTTP status " + response.statusCode());
		}
	}

	private void succeeded(List<String> tags) {
		this.purges.increment();
		this.heartbeatAt = System.nanoTime() + HEARTBEAT_NANOS;
		Duration repeatAfter = this.settings.repeatAfter();
		if (repeatAfter != null) {
			repeatLater(tags, System.nanoTime() + repeatAfter.toNanos());
		}
		synchronized (this) {
			if (this.failing) {
				LOG.info("Purges at {} work again", name());
			}
			this.failing = false;
		}
	}

	private synchronized void repeatLater(List<String> tags, long at) {
		tags.stream().filter((tag) -> !this.repeated.remove(tag)).forEach((tag) -> this.repeatedAt.put(tag, at));
		if (this.repeatedAt.size() > MAX_PENDING) {
			this.repeatedAt.clear();
			this.repeatedAt.put(Edges.ALL, at);
		}
	}

	private synchronized void failed(String reason) {
		if (!this.failing) {
			LOG.warn("Failed to purge at {}, will retry: {}. Until then, writers bypass it. Other clients may receive "
					+ "responses from before a change until those expire there.", name(), reason);
		}
		this.failing = true;
	}

}
