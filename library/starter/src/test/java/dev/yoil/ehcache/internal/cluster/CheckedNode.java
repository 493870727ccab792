package dev.yoil.ehcache.internal.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.yoil.ehcache.internal.header.CacheStatus;
import dev.yoil.support.FaultyProxy;
import dev.yoil.support.PostgresServer;
import dev.yoil.support.ServiceProcess;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * An instance of the {@link CheckedApplication} in its own process. Its connections can
 * fail. Thread-safe, except for start and end.
 */
final class CheckedNode implements AutoCloseable {

	private static final HttpClient HTTP = HttpClient.newHttpClient();

	/** Longer than any fault. */
	private static final Duration PATIENCE = Duration.ofSeconds(10);

	/** Connections of transactions and loads. */
	private final FaultyProxy pool;

	/** The connection for notifications. */
	private final FaultyProxy watch;

	private final FaultyProxy tier;

	private final Path folder;

	private final List<String> arguments;

	private @Nullable ServiceProcess process;

	private volatile int port;

	private volatile PlantedFault planted = PlantedFault.NONE;

	/**
	 * Starts the process without waiting for it.
	 * @param url the URL of the database
	 * @param tierPort the port of the shared tier
	 * @param folder the folder of {@code ehcache.xml}
	 */
	CheckedNode(String url, int tierPort, Path folder) throws IOException {
		int database = Integer.parseInt(url.replaceAll(".*:(\\d+)/.*", "$1"));
		this.pool = new FaultyProxy(database);
		this.watch = new FaultyProxy(database);
		this.tier = new FaultyProxy(tierPort);
		this.folder = folder;
		this.arguments = List.of("--server.port=0", "--spring.config.name=none", "--spring.main.banner-mode=off",
				"--tier=redis://127.0.0.1:" + this.tier.port(), "--spring.datasource.url=" + through(this.watch, url),
				"--spring.datasource.username=" + PostgresServer.USER,
				"--spring.datasource.password=" + PostgresServer.PASSWORD,
				"--spring.datasource.hikari.jdbc-url=" + through(this.pool, url),
				"--spring.datasource.hikari.maximum-pool-size=6",
				"--spring.datasource.hikari.initialization-fail-timeout=30000",
				"--spring.datasource.hikari.connection-timeout=500",
				"--spring.datasource.hikari.validation-timeout=250",
				"--spring.datasource.hikari.data-source-properties.connectTimeout=1",
				"--spring.datasource.hikari.data-source-properties.loginTimeout=1",
				"--spring.datasource.hikari.data-source-properties.socketTimeout=1");
		start();
	}

	private static String through(FaultyProxy proxy, String url) {
		return url.replaceAll(":\\d+/", ":" + proxy.port() + "/");
	}

	private void start() throws IOException {
		List<String> all = new ArrayList<>(this.arguments);
		all.add("--planted=" + this.planted);
		this.process = new ServiceProcess(CheckedApplication.class, this.folder, all);
	}

	/**
	 * Waits until the process responds.
	 */
	CheckedNode await() throws InterruptedException {
		this.port = process().port();
		return this;
	}

	private ServiceProcess process() {
		if (this.process == null) {
			throw new IllegalStateException("It is not running");
		}
		return this.process;
	}

	/**
	 * Plants a fault, instead of the one before.
	 */
	void plant(PlantedFault fault) {
		this.planted = fault;
		send("PUT", fault.toString(), null);
	}

	FaultyProxy pool() {
		return this.pool;
	}

	FaultyProxy watch() {
		return this.watch;
	}

	FaultyProxy tier() {
		return this.tier;
	}

	private List<FaultyProxy> proxies() {
		return List.of(this.pool, this.watch, this.tier);
	}

	void pause() throws IOException, InterruptedException {
		process().standStill(true);
	}

	void kill() throws InterruptedException {
		process().kill();
	}

	/**
	 * Ends all faults.
	 * @param killed whether to restart the process
	 */
	void heal(boolean killed) throws IOException, InterruptedException {
		proxies().forEach(FaultyProxy::heal);
		if (killed) {
			start();
			await();
		}
		else {
			process().standStill(false);
		}
	}

	/**
	 * Increments the counter of a page.
	 * @return empty if the outcome is unknown
	 */
	Optional<Response> count(CheckedPage page) {
		return send("POST", page.toString(), null);
	}

	/**
	 * Reads a page.
	 * @param token {@code null} for none
	 * @return empty without a response
	 */
	Optional<Response> read(CheckedPage page, @Nullable String token) {
		return send("GET", page.toString(), token);
	}

	private Optional<Response> send(String method, String path, @Nullable String token) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + "/" + path))
			.method(method, HttpRequest.BodyPublishers.noBody())
			.timeout(PATIENCE);
		if (token != null) {
			request.header(RegionTokenFilter.HEADER, token);
		}
		try {
			HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
			return (response.statusCode() == 200 && !response.body().isEmpty()) ? Optional.of(Response.of(response))
					: Optional.empty();
		}
		catch (IOException ex) {
			return Optional.empty();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Optional.empty();
		}
	}

	@Override
	public void close() {
		process().close();
		proxies().forEach(FaultyProxy::close);
	}

	/**
	 * The response of a node.
	 *
	 * @param value the value of the page
	 * @param time the time of the lookup, or after the increment, by
	 * {@link System#nanoTime()}
	 * @param hasLease whether the lease was valid
	 * @param cacheStatus the header of that name
	 * @param token the token of a change; {@code null} for none
	 */
	record Response(long value, long time, boolean hasLease, String cacheStatus, @Nullable String token) {

		static Response of(HttpResponse<String> response) {
			String[] parts = StringUtils.delimitedListToStringArray(response.body(), " ");
			return new Response(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Boolean.parseBoolean(parts[2]),
					response.headers().firstValue(CacheStatus.HEADER).orElse(""),
					response.headers().firstValue(RegionTokenFilter.HEADER).orElse(null));
		}

		boolean isHit() {
			return this.cacheStatus.contains("; hit") && isFresh();
		}

		boolean isOfSharedTier() {
			return this.cacheStatus.contains("detail=tier");
		}

		/**
		 * Returns whether the value is not marked as stale.
		 */
		boolean isFresh() {
			return !this.cacheStatus.contains("stale-if-error");
		}

	}

}
