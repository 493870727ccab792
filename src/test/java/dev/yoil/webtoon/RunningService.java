package dev.yoil.webtoon;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Ticker;
import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.cluster.InstanceTable;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.support.FakeClock;
import dev.yoil.support.PostgresServer;
import dev.yoil.webtoon.moderation.ReplicatedTable;
import org.apache.coyote.AbstractProtocol;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.test.util.ReflectionTestUtils;

/**
 * The whole service on a free port, with an in-memory database unless a profile names
 * another one, and a clock that tests advance. As an extension, it ends after the class.
 */
public final class RunningService implements AutoCloseable, AfterAllCallback {

	/** The argument that adds {@link Probes}. */
	private static final String PROBES = "--test.probes=true";

	private static final String NATIVE = "--server.forward-headers-strategy=native";

	private static final String OWN_PORT = "--management.server.port=0";

	/** The least strength that there is. */
	private static final int QUICKEST = 4;

	private final FakeClock clock = new FakeClock();

	private final StoppableDatabase database = new StoppableDatabase();

	private final HttpClient http = HttpClient.newHttpClient();

	private final ConfigurableApplicationContext context;

	/** What a shared service was started with, {@code null} if it is the test's own. */
	private @Nullable List<String> sharedArguments;

	/** The declarations before {@link #with}; {@code null} if they are in effect. */
	private @Nullable EhcacheXml otherwise;

	/** Makes the database of a shared service as it was after the start. */
	private List<String> databaseAtStart = List.of();

	private RunningService(boolean pooled, String... arguments) {
		Stream<String> own = Stream.of("--server.port=0", "--yoil.sample-webtoons=70", "--yoil.sample-readers=0",
				"--yoil.admin.password=" + Administrator.PASSWORD, "--yoil.visitor-writes.limit=1000000",
				// The validator warns of each word of OpenAPI that is none of JSON
				// Schema.
				"--logging.level.com.networknt=error", "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID());
		if (Stream.of(arguments).anyMatch((given) -> name(given).equals("--spring.profiles.active"))) {
			own = own.filter((argument) -> !name(argument).equals("--spring.datasource.url"));
		}
		// The last of two arguments of one name would not win, they would be a list.
		own = own.filter((argument) -> Stream.of(arguments).noneMatch((given) -> name(given).equals(name(argument))));
		this.context = new SpringApplicationBuilder(YoilApplication.class).initializers((context) -> {
			GenericApplicationContext beans = (GenericApplicationContext) context;
			beans.registerBean(Clock.class, () -> this.clock);
			beans.registerBean(Ticker.class, () -> this.clock::nanoTime);
			// Each start computes one, and each login.
			beans.registerBean(PasswordEncoder.class, () -> new BCryptPasswordEncoder(QUICKEST));
			if (!pooled) {
				beans.registerBean(StoppableDatabase.class, () -> this.database);
			}
			if (List.of(arguments).contains(PROBES)) {
				beans.registerBean(Probes.class);
			}
		}).run(Stream.concat(own, Stream.of(arguments)).toArray(String[]::new));
	}

	private static String name(String argument) {
		return argument.substring(0, argument.indexOf('='));
	}

	public static RunningService start(String... arguments) {
		return new RunningService(false, arguments);
	}

	/**
	 * Gives a service that other test classes use, too, before and after this one. When
	 * it is closed, its database, caches, clock and limits become what they were at the
	 * start. Not for tests that look at metrics: these know of what others did.
	 */
	public static RunningService shared(String... arguments) {
		return SharedServices.take(List.of(arguments));
	}

	/**
	 * Gives a shared service that believes proxies on this machine and at 10.0.0.*, and
	 * has {@link Probes}.
	 */
	static RunningService proxied() {
		return shared(PROBES, NATIVE,
				"--server.tomcat.remoteip.internal-proxies=127\\.0\\.0\\.1|0:0:0:0:0:0:0:1|10\\.0\\.0\\.\\d+");
	}

	/**
	 * Gives a shared service below the two prefixes {@code /ctx/app}, with the actuator
	 * at a port of its own, that believes proxies on this machine.
	 */
	static RunningService prefixed() {
		return shared("--server.servlet.context-path=/ctx", "--spring.mvc.servlet.path=/app", OWN_PORT,
				"--management.server.address=127.0.0.1", NATIVE,
				"--server.tomcat.remoteip.internal-proxies=127\\.0\\.0\\.1");
	}

	static RunningService startShared(List<String> arguments) {
		RunningService service = start(arguments.toArray(String[]::new));
		service.sharedArguments = arguments;
		service.databaseAtStart = service.bean(JdbcTemplate.class)
			.queryForList("script nopasswords nosettings", String.class);
		return service;
	}

	@Nullable List<String> sharedArguments() {
		return this.sharedArguments;
	}

	/**
	 * Starts the service with the connection pool that it has outside of tests, in front
	 * of a database that cannot be stopped.
	 */
	static RunningService startPooled(String... arguments) {
		return new RunningService(true, arguments);
	}

	/**
	 * Starts one of several instances, with the caches of one alone and no shared tier.
	 * @param url of the database that they share
	 */
	public static RunningService startOneOfSeveral(String url) throws IOException {
		return startOneOfSeveral(url, UnaryOperator.identity());
	}

	/**
	 * Likewise.
	 * @param edit changes {@code ehcache.xml}
	 * @param more further arguments
	 */
	public static RunningService startOneOfSeveral(String url, UnaryOperator<String> edit, String... more)
			throws IOException {
		Path file = Files.createTempFile("yoil-several", ".xml");
		file.toFile().deleteOnExit();
		Files.writeString(file, edit.apply(Files.readString(Path.of("ehcache.xml"))
			.replaceFirst("<config[^>]*>", "$0<service><y:cluster lease='1s' poll='250ms'/></service>")));
		Stream<String> own = Stream.of("--yoil.ehcache.config=" + file,
				"--spring.datasource.hikari.maximum-pool-size=4");
		return startPooled(PostgresServer.arguments(url, Stream.concat(own, Stream.of(more)).toArray(String[]::new)));
	}

	/**
	 * Gives a shared service whose caches have other policies.
	 * @param elements what {@code ehcache.xml} says of every cache
	 */
	static RunningService with(String elements) {
		RunningService service = shared();
		service.otherwise = service.bean(EhCacheCacheManager.class)
			.apply(EhcacheXml.read("ehcache.xml",
					new ByteArrayResource(xml(elements).getBytes(StandardCharsets.UTF_8))));
		return service;
	}

	private static String xml(String elements) {
		return Stream
			.of("findWebtoonsByPublishDay", "findWebtoonPagesByPublishDay", "findGenres", "findDailyRanking",
					"findWeeklyRanking", "renderPage")
			.map((name) -> "<cache alias='" + name + "'>" + elements + "</cache>")
			.collect(Collectors.joining("",
					"<config xmlns='http://www.ehcache.org/v3' xmlns:y='urn:yoil:ehcache-policy'>", "</config>"));
	}

	public FakeClock clock() {
		return this.clock;
	}

	StoppableDatabase database() {
		return this.database;
	}

	/**
	 * Makes those who want a connection of the pool wait for this long at most. An
	 * argument would hold for the start as well, where a busy machine may take longer.
	 */
	void limitWaitForConnection(Duration limit) {
		bean(HikariDataSource.class).getHikariConfigMXBean().setConnectionTimeout(limit.toMillis());
	}

	/**
	 * Makes those who read a request wait for its next bytes for this long at most, on
	 * connections that come from now on.
	 * @return what the limit was before
	 */
	Duration limitWaitForBytes(Duration limit) {
		TomcatWebServer tomcat = (TomcatWebServer) Objects
			.requireNonNull(((WebServerApplicationContext) this.context).getWebServer());
		AbstractProtocol<?> protocol = (AbstractProtocol<?>) tomcat.getTomcat().getConnector().getProtocolHandler();
		Duration before = Duration.ofMillis(protocol.getConnectionTimeout());
		protocol.setConnectionTimeout(Math.toIntExact(limit.toMillis()));
		return before;
	}

	public <T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	/**
	 * Lets one of several instances write its figures with the next renewal of its lease
	 * instead of within five seconds.
	 */
	public void reportSoon() {
		ReflectionTestUtils.setField(bean(InstanceTable.class), "writeAt", System.nanoTime());
	}

	/**
	 * Publishes an event to all who listen in the service, in the calling thread.
	 */
	void publish(Object event) {
		this.context.publishEvent(event);
	}

	boolean has(Class<?> type) {
		return this.context.getBeanNamesForType(type).length > 0;
	}

	<T> T bean(String name, Class<T> type) {
		return this.context.getBean(name, type);
	}

	public int port() {
		return ((WebServerApplicationContext) this.context).getWebServer().getPort();
	}

	/**
	 * The port of the actuator where it has one of its own.
	 */
	int managementPort() {
		return this.context.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
	}

	HttpRequest.Builder request(String method, String path) {
		return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
			.method(method, HttpRequest.BodyPublishers.noBody());
	}

	HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
		return this.http.send(request, HttpResponse.BodyHandlers.ofByteArray());
	}

	CompletableFuture<HttpResponse<byte[]>> sendAsync(HttpRequest request) {
		return this.http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
	}

	HttpResponse<String> text(HttpRequest request) throws IOException, InterruptedException {
		return this.http.send(request, HttpResponse.BodyHandlers.ofString());
	}

	public HttpResponse<String> get(String path) throws IOException, InterruptedException {
		return this.http.send(request("GET", path).build(), HttpResponse.BodyHandlers.ofString());
	}

	public JsonNode json(String path) throws IOException, InterruptedException {
		HttpResponse<String> response = get(path);
		if (response.statusCode() != 200) {
			throw new AssertionError(path + " was answered with " + response.statusCode() + " " + response.body());
		}
		return JsonMapper.shared().readTree(response.body());
	}

	@Override
	public void afterAll(ExtensionContext test) {
		close();
	}

	@Override
	public void close() {
		if (this.sharedArguments == null) {
			stop();
			return;
		}
		try {
			reset();
		}
		catch (RuntimeException ex) {
			stop();
			throw ex;
		}
		SharedServices.giveBack(this);
	}

	private void reset() {
		this.clock.set(new FakeClock().instant());
		this.database.start();
		JdbcTemplate jdbc = bean(JdbcTemplate.class);
		jdbc.execute("drop all objects");
		jdbc.batchUpdate(this.databaseAtStart.toArray(String[]::new));
		this.context.getBeansOfType(ReplicatedTable.class).values().forEach(ReplicatedTable::afterPropertiesSet);
		forgetClients(bean("writesByAddress", Object.class));
		forgetClients(ReflectionTestUtils.getField(bean("administratorLogin", Object.class), "failures"));
		if (this.otherwise != null) {
			bean(EhCacheCacheManager.class).apply(this.otherwise);
			this.otherwise = null;
		}
		// Makes all caches again, which then have counted nothing.
		this.context.getBeanProvider(EhCacheCacheManager.class).ifAvailable(EhCacheCacheManager::afterPropertiesSet);
		// They lead to the caches from before.
		((Map<?, ?>) Objects
			.requireNonNull(ReflectionTestUtils.getField(bean("yoilRepresentationRoutes", Object.class), "routes")))
			.clear();
	}

	private static void forgetClients(@Nullable Object limit) {
		((Cache<?, ?>) Objects.requireNonNull(ReflectionTestUtils.getField(Objects.requireNonNull(limit), "buckets")))
			.invalidateAll();
	}

	void stop() {
		this.context.close();
	}

}
