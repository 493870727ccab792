package dev.yoil.ngrinder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Forwards requests to the service, optionally slowed down or broken.
 */
final class Detour implements AutoCloseable {

	static {
		// Otherwise each response waits 40 ms for the client's acknowledgement.
		System.setProperty("sun.net.httpserver.nodelay", "true");
	}

	private final HttpClient client = HttpClient.newHttpClient();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final URI service;

	private final HttpServer server;

	private volatile long delayNanos;

	private volatile int status;

	Detour(int servicePort) {
		this.service = URI.create("http://127.0.0.1:" + servicePort);
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.server.setExecutor(this.threads);
		this.server.createContext("/", this::passOn);
		this.server.start();
	}

	int port() {
		return this.server.getAddress().getPort();
	}

	/**
	 * Answers as the service does.
	 */
	void passOn() {
		this.delayNanos = 0;
		this.status = 0;
	}

	/**
	 * Answers as the service does, but not before some time has passed.
	 */
	void slowDown(long millis) {
		this.delayNanos = millis * 1_000_000;
	}

	/**
	 * Responds to every request with a status only.
	 */
	void breakDown(int status) {
		this.status = status;
	}

	private void passOn(HttpExchange exchange) throws IOException {
		try (exchange) {
			waitFor(this.delayNanos);
			if (this.status != 0) {
				exchange.sendResponseHeaders(this.status, -1);
				return;
			}
			HttpResponse<byte[]> response = ask(exchange);
			response.headers().map().forEach((name, values) -> {
				if (!name.equalsIgnoreCase("Content-Length") && !name.equalsIgnoreCase("Transfer-Encoding")) {
					exchange.getResponseHeaders().put(name, values);
				}
			});
			exchange.sendResponseHeaders(response.statusCode(),
					(response.body().length > 0) ? response.body().length : -1);
			exchange.getResponseBody().write(response.body());
		}
	}

	private HttpResponse<byte[]> ask(HttpExchange exchange) throws IOException {
		HttpRequest.Builder request = HttpRequest.newBuilder(this.service.resolve(exchange.getRequestURI()))
			.method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.noBody());
		for (String name : new String[] { "Accept-Encoding", "If-None-Match", "Authorization" }) {
			if (exchange.getRequestHeaders().containsKey(name)) {
				request.header(name, exchange.getRequestHeaders().getFirst(name));
			}
		}
		try {
			return this.client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
		}
		catch (InterruptedException ex) {
			throw new IOException(ex);
		}
	}

	private static void waitFor(long nanos) {
		long end = System.nanoTime() + nanos;
		for (long left = nanos; left > 0; left = end - System.nanoTime()) {
			LockSupport.parkNanos(left);
		}
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

}
