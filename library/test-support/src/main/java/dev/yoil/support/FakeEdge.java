package dev.yoil.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * An HTTP server that records purges, and can hold or refuse them.
 */
public final class FakeEdge implements AutoCloseable {

	private final HttpServer server;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<Purge> purges = new CopyOnWriteArrayList<>();

	private volatile CountDownLatch held = new CountDownLatch(0);

	private volatile int status = 204;

	/**
	 * Starts the server on a free port.
	 */
	public FakeEdge() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(this.threads);
		this.server.createContext("/", this::answer);
		this.server.start();
	}

	private void answer(HttpExchange exchange) throws IOException {
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		this.purges.add(new Purge(exchange.getRequestMethod(), exchange.getRequestHeaders(), body));
		try {
			this.held.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		exchange.sendResponseHeaders(this.status, -1);
		exchange.close();
	}

	/**
	 * {@return the URL of the server}
	 */
	public URI url() {
		return URI.create("http://127.0.0.1:" + this.server.getAddress().getPort() + "/");
	}

	/** Holds the responses to purges until {@link #release()}. */
	public void hold() {
		this.held = new CountDownLatch(1);
	}

	public void release() {
		this.held.countDown();
	}

	/**
	 * Answers with another status.
	 */
	public void answer(int other) {
		this.status = other;
	}

	/** Returns all purges, also those of the token only. */
	public List<Purge> all() {
		return this.purges;
	}

	/**
	 * {@return the tags of the purges, without purges of no tags}
	 */
	public List<Set<String>> tags() {
		return this.purges.stream().map(Purge::tags).filter((tags) -> !tags.isEmpty()).toList();
	}

	/**
	 * Forgets the purges so far.
	 */
	public void forget() {
		this.purges.clear();
	}

	@Override
	public void close() {
		release();
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	/** A received purge. */
	public record Purge(String method, Headers headers, String body) {

		public Set<String> tags() {
			return this.headers.getOrDefault("Cache-Tag", List.of())
				.stream()
				.flatMap((value) -> Arrays.stream(value.split(",")))
				.collect(Collectors.toCollection(TreeSet::new));
		}

	}

}
