package dev.yoil.ehcache.internal.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.yoil.ehcache.internal.web.CacheStatus;
import dev.yoil.ehcache.internal.web.RegionTokenFilter;
import dev.yoil.webtoon.PostgresServer;
import dev.yoil.webtoon.ServiceProcess;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * An instance of the {@link CheckedApplication} in a process of its own, whose ways to
 * the database may fail. Thread-safe, except for what starts and ends it.
 */
final class CheckedNode implements AutoCloseable {

	private static final HttpClient HTTP = HttpClient.newHttpClient();

	/** Longer than any fault. */
	private static final Duration PATIENCE = Duration.ofSeconds(10);

	/** What its transactions and loads use. */
	private final FaultyProxy pool;

	/** What it hears of changes by. */
	private final FaultyProxy watch;

	private final FaultyProxy tier;

	private final Path folder;

	private final List<String> arguments;

	private @Nullable ServiceProcess process;

	private volatile int port;

	/**
	 * Starts it, without waiting for it.
	 * @param url the URL of the database
	 * @param tierPort where the second tier is
	 * @param folder where {@code ehcache.xml} is
	 */
	CheckedNode(String url, int tierPort, Path folder, PlantedFault planted) throws IOException {
		int database = Integer.parseInt(url.replaceAll(".*:(\\d+)/.*", "$1"));
		this.pool = new FaultyProxy(database);
		this.watch = new FaultyProxy(database);
		this.tier = new FaultyProxy(tierPort);
		this.folder = folder;
		this.arguments = List.of("--server.port=0", "--spring.config.name=none", "--spring.main.banner-mode=off",
				"--planted=" + planted, "--tier=redis://127.0.0.1:" + this.tier.port(),
				"--spring.datasource.url=" + through(this.watch, url),
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
		this.process = new ServiceProcess(CheckedApplication.class, this.folder, this.arguments);
	}

	/**
	 * Waits until it answers.
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

	void standStill() throws IOException, InterruptedException {
		process().standStill(true);
	}

	void kill() throws InterruptedException {
		process().kill();
	}

	/**
	 * Ends whatever fault there is.
	 * @param killed whether it is to be started again
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
	 * Counts up what a page shows.
	 * @return nothing if nobody knows whether it was
	 */
	Optional<Answer> count(CheckedPage page) {
		return ask("POST", page, null);
	}

	/**
	 * Reads what a page shows.
	 * @param token {@code null} for none
	 * @return nothing if the node did not answer
	 */
	Optional<Answer> read(CheckedPage page, @Nullable String token) {
		return ask("GET", page, token);
	}

	private Optional<Answer> ask(String method, CheckedPage page, @Nullable String token) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + "/" + page))
			.method(method, HttpRequest.BodyPublishers.noBody())
			.timeout(PATIENCE);
		if (token != null) {
			request.header(RegionTokenFilter.HEADER, token);
		}
		try {
			HttpResponse<String> answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
			return (answer.statusCode() == 200) ? Optional.of(Answer.of(answer)) : Optional.empty();
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
	 * What a node answered.
	 *
	 * @param value what the page shows
	 * @param time when that was looked up, or when counting it up had returned, by
	 * {@link System#nanoTime()}
	 * @param hasLease whether the lease ran then
	 * @param cacheStatus the header of that name
	 * @param token the token that whoever changed it was given; {@code null} for none
	 */
	record Answer(long value, long time, boolean hasLease, String cacheStatus, @Nullable String token) {

		static Answer of(HttpResponse<String> answer) {
			String[] parts = StringUtils.delimitedListToStringArray(answer.body(), " ");
			return new Answer(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Boolean.parseBoolean(parts[2]),
					answer.headers().firstValue(CacheStatus.HEADER).orElse(""),
					answer.headers().firstValue(RegionTokenFilter.HEADER).orElse(null));
		}

		boolean isHit() {
			return this.cacheStatus.contains("; hit") && isFresh();
		}

		boolean isOfSecondTier() {
			return this.cacheStatus.contains("detail=shared-tier");
		}

		/**
		 * Tells whether the node vouches for it.
		 */
		boolean isFresh() {
			return !this.cacheStatus.contains("stale-if-error");
		}

	}

}
