package dev.yoil.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * An instance of the service as an edge sees it. A test sets its pages, and may hold a
 * response after the page was read.
 */
final class EdgeOrigin implements AutoCloseable {

	/** Allows the edge to keep pages that need a token. */
	static final String TOKEN = "read.the.database";

	private final Map<String, Page> pages = new ConcurrentHashMap<>();

	private final Map<String, Held> held = new ConcurrentHashMap<>();

	private final List<Fetch> fetches = new CopyOnWriteArrayList<>();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final HttpServer server;

	EdgeOrigin() throws IOException {
		// Otherwise each response waits for a delayed acknowledgement.
		System.setProperty("sun.net.httpserver.nodelay", "true");
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(this.threads);
		this.server.createContext("/", this::answer);
		this.server.start();
	}

	int port() {
		return this.server.getAddress().getPort();
	}

	void set(String path, Page page) {
		this.pages.put(path, page);
	}

	/**
	 * Holds the next response to a GET of the path.
	 */
	Held hold(String path) {
		Held next = new Held(new CountDownLatch(1), new CountDownLatch(1));
		this.held.put(path, next);
		return next;
	}

	List<Fetch> fetches(String path) {
		return this.fetches.stream().filter((fetch) -> fetch.path().equals(path)).toList();
	}

	private void answer(HttpExchange exchange) throws IOException {
		try (exchange) {
			String path = exchange.getRequestURI().toString();
			Headers request = exchange.getRequestHeaders();
			this.fetches.add(new Fetch(exchange.getRequestMethod(), path, request));
			Page page = this.pages.getOrDefault(path, Page.UNTAGGED);
			Held hold = this.held.remove(path);
			if (hold != null) {
				hold.await();
			}
			respond(exchange, page);
		}
	}

	private static void respond(HttpExchange exchange, Page page) throws IOException {
		Headers request = exchange.getRequestHeaders();
		Headers response = exchange.getResponseHeaders();
		String coding = coding(request.getFirst("Accept-Encoding"));
		String etag = "\"" + page.body() + coding + "\"";
		response.set("ETag", etag);
		response.set("Cache-Control", "no-cache");
		response.set("Vary", "Accept-Encoding");
		response.set("Cache-Status", "service; hit");
		response.set("Server-Timing", "total;dur=1");
		if (!coding.isEmpty()) {
			response.set("Content-Encoding", coding);
		}
		page.headers().forEach(response::set);
		if (page.tags() != null && page.status() == 200) {
			response.set("Cache-Tag", page.tags());
			response.set("Surrogate-Control", "max-age=60");
			if (!page.needsToken() || TOKEN.equals(request.getFirst("Edge-Token"))) {
				response.set("CDN-Cache-Control", "max-age=60");
				response.set("X-Accel-Expires", "60");
			}
		}
		if (etag.equals(request.getFirst("If-None-Match"))) {
			exchange.sendResponseHeaders(304, -1);
			return;
		}
		byte[] body = encode(page.body() + coding, coding);
		boolean head = "HEAD".equals(exchange.getRequestMethod());
		exchange.sendResponseHeaders(page.status(), head ? -1 : body.length);
		if (!head) {
			exchange.getResponseBody().write(body);
		}
	}

	/**
	 * Only for gzip, which Varnish verifies.
	 */
	private static byte[] encode(String text, String coding) throws IOException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (OutputStream body = "gzip".equals(coding) ? new GZIPOutputStream(bytes) : bytes) {
			body.write(text.getBytes(StandardCharsets.US_ASCII));
		}
		return bytes.toByteArray();
	}

	private static String coding(String accepted) {
		if (accepted == null) {
			return "";
		}
		return accepted.contains("br") ? "br" : accepted.toLowerCase(Locale.ROOT).contains("gzip") ? "gzip" : "";
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	/**
	 * A page.
	 *
	 * @param tags the value of {@code Cache-Tag}; {@code null} if the page is not for
	 * edges
	 * @param needsToken whether edges may keep the page only if they sent {@link #TOKEN}
	 */
	record Page(int status, String body, String tags, boolean needsToken, Map<String, String> headers) {

		static final Page UNTAGGED = new Page(200, "untagged", null, false, Map.of());

		static Page of(String body, String tags) {
			return new Page(200, body, tags, false, Map.of());
		}

	}

	/**
	 * A request that reached the origin.
	 */
	record Fetch(String method, String path, Headers headers) {

		String header(String name) {
			return this.headers.getFirst(name);
		}

	}

	/**
	 * A response whose page was read and that was not sent yet.
	 */
	record Held(CountDownLatch arrived, CountDownLatch released) {

		void awaitArrival() throws InterruptedException {
			if (!this.arrived.await(10, TimeUnit.SECONDS)) {
				throw new IllegalStateException("No request arrived");
			}
		}

		void release() {
			this.released.countDown();
		}

		private void await() {
			this.arrived.countDown();
			try {
				if (!this.released.await(10, TimeUnit.SECONDS)) {
					throw new UncheckedIOException(new IOException("Not released"));
				}
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
