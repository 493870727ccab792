package dev.yoil.ehcache.internal.edge;

import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.yoil.ehcache.internal.OwnedThreads;
import dev.yoil.ehcache.internal.purge.Purges;
import org.jspecify.annotations.Nullable;

/**
 * The caches in front of the application. Each response that they keep has the tags of
 * its regions. After a change, the tags of the changed regions are purged before the
 * writer gets its response. Thread-safe.
 */
public final class Edges implements AutoCloseable {

	/** The tag of all responses. It is purged at the start. */
	static final String ALL = "all";

	/** Limit on the tags of a response. */
	private static final int MAX_TAGS = 5;

	private static final int TAG_BYTES = 6;

	private static final long TICK_MILLIS = 1_000;

	private final List<Edge> edges;

	private final EdgeSettings settings;

	private final Purges purges;

	/** Ends with the edges. */
	private final OwnedThreads ticks = new OwnedThreads();

	private volatile Consumer<Boolean> listener = (confirmed) -> {
	};

	/**
	 * Creates the edges, and purges what an earlier run of the application has left.
	 * @param token returns another token each time, which the edges send with their
	 * requests; {@code null} for none
	 */
	public Edges(EdgeSettings settings, Purges purges, Supplier<@Nullable String> token) {
		HttpClient http = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.proxy(HttpClient.Builder.NO_PROXY)
			.build();
		// One purge runs at each edge, and one waits. The threads end when they are idle,
		// because the region table, which
		// is closed later, still purges what was changed last.
		int edges = settings.urls().size();
		Executor sending = new OwnedThreads().pool("yoil-cache-edge-", edges, edges);
		this.edges = settings.urls().stream().map((url) -> new Edge(url, settings, http, sending, token)).toList();
		this.settings = settings;
		this.purges = purges;
		ScheduledFuture<?> unused = this.ticks.scheduler("yoil-cache-edges-")
			.scheduleAtFixedRate(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
		purges.add(this::purge);
		this.edges.forEach((edge) -> edge.request(Set.of(ALL)));
	}

	/**
	 * {@return all edges}
	 */
	public List<Edge> all() {
		return this.edges;
	}

	/**
	 * {@return the settings}
	 */
	public EdgeSettings settings() {
		return this.settings;
	}

	/**
	 * Sets the listener for purges. It is called in the thread of the writer.
	 * @param listener receives whether all edges have confirmed the purge in time
	 */
	public void onPurge(Consumer<Boolean> listener) {
		this.listener = listener;
	}

	/**
	 * {@return the tags of a response as the value of a header; {@code null} if it has
	 * too many regions for an edge}
	 */
	public @Nullable String tags(Set<String> regions) {
		Set<String> tags = regions.stream().map(Edges::tag).collect(Collectors.toCollection(TreeSet::new));
		tags.add(ALL);
		return (tags.size() <= MAX_TAGS) ? this.settings.header(tags) : null;
	}

	/**
	 * Returns the tag of a region. The name of a region may be long, and may contain
	 * characters that a header does not allow.
	 */
	private static String tag(String region) {
		try {
			byte[] hash = MessageDigest.getInstance("SHA-256").digest(region.getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(hash, 0, TAG_BYTES);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	/**
	 * Purges regions. Waits for the edges, at most for the timeout.
	 */
	private void purge(Set<String> regions) {
		Set<String> tags = regions.stream().map(Edges::tag).collect(Collectors.toSet());
		long until = System.nanoTime() + this.settings.timeout().toNanos();
		List<Edge> requested = this.edges.stream().filter((edge) -> edge.request(tags)).toList();
		boolean confirmed = requested.size() == this.edges.size();
		for (Edge edge : requested) {
			confirmed &= edge.await(until - System.nanoTime());
		}
		this.listener.accept(confirmed);
	}

	private void tick() {
		this.edges.forEach(Edge::tick);
		this.purges.complete(this.edges.stream().noneMatch(Edge::isFailing));
	}

	@Override
	public void close() {
		this.ticks.close();
	}

}
