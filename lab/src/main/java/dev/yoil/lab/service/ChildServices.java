package dev.yoil.lab.service;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;
import dev.yoil.lab.result.Machine;
import dev.yoil.lab.service.Launcher.Launched;
import dev.yoil.lab.service.Launcher.Surroundings;
import dev.yoil.lab.service.ServiceSettings.Front;
import org.jspecify.annotations.Nullable;

/**
 * Starts the service's jar as child processes, each service with a database of its own.
 * Thread-safe: {@link #close()} makes a start in another thread fail.
 */
public final class ChildServices implements Services {

	private static final String CONFIGURATION = "yoil.ehcache.config";

	private static final String URL = "spring.datasource.url";

	/**
	 * Longer than a child takes to close a filled database and to archive its classes.
	 */
	private static final Duration FILLING_ENDS = Duration.ofSeconds(90);

	private final Set<Service> running = ConcurrentHashMap.newKeySet();

	private final Object starting = new Object();

	private final ServiceOptions options;

	private final String password;

	private final Path root;

	private final Path folder;

	private final Path kept;

	private final Program program;

	private final Launcher launcher;

	private final Database.Source h2;

	private final Database.Source postgres;

	/** Number of services with disk tiers; guarded by {@link #starting}. */
	private int tiered;

	/**
	 * Creates the services; starts nothing.
	 * @param jar of the service
	 * @param root of the checkout
	 * @param work parent of a folder for all files of the services, until
	 * {@link #close()}
	 * @param options of all services
	 * @throws LabException if there is no jar, or the folder cannot be created
	 */
	public ChildServices(Path jar, Path root, Path work, ServiceOptions options) {
		if (!Files.isRegularFile(jar)) {
			throw new LabException("No jar at " + jar + ": run lab/run, which builds it, or mvn -DskipTests package");
		}
		byte[] random = new byte[16];
		new SecureRandom().nextBytes(random);
		this.password = HexFormat.of().formatHex(random);
		this.options = options;
		this.root = root;
		this.folder = Folders.work(work);
		this.kept = (options.kept() != null) ? Folders.kept(jar, options.kept()) : this.folder;
		this.program = new Program(jar, this.kept);
		this.launcher = new Launcher(this.program, this.folder, options, this.password);
		this.h2 = new H2Databases(this.folder, this.kept, Clock.systemUTC());
		this.postgres = new Postgres(this.folder, this.kept);
	}

	@Override
	public Service start(ServiceSettings settings) {
		Database.Source databases = (settings.database() == ServiceSettings.Database.H2) ? this.h2 : this.postgres;
		synchronized (this.starting) {
			try {
				return startWith(databases.open(settings.webtoons(), this::fill), settings);
			}
			finally {
				if (this.launcher.isClosed()) {
					Folders.delete(this.folder);
				}
			}
		}
	}

	@Override
	public Database startDatabase() {
		synchronized (this.starting) {
			return this.postgres.open(0, (empty, webtoons) -> {
				// Stays empty.
			});
		}
	}

	private Service startWith(Database database, ServiceSettings settings) {
		try {
			Map<String, String> properties = new LinkedHashMap<>(settings.properties());
			// Services run in another folder.
			Path cluster = this.root.resolve(ServiceSettings.EHCACHE_CLUSTER).toAbsolutePath();
			boolean sharing = properties.replace(CONFIGURATION, ServiceSettings.EHCACHE_CLUSTER, cluster.toString());
			if (ServiceSettings.EHCACHE_SOAK.equals(properties.get(CONFIGURATION))) {
				sharing = settings.proxied() > 0;
				Folders.writeSoakCaches(this.root, this.folder.resolve(ServiceSettings.EHCACHE_SOAK), sharing);
			}
			if (ServiceSettings.EHCACHE_CLUSTER_LOCAL.equals(properties.get(CONFIGURATION))) {
				Folders.writeLocalCaches(cluster, this.folder.resolve(ServiceSettings.EHCACHE_CLUSTER_LOCAL));
			}
			if (ServiceSettings.EHCACHE_DISK.equals(properties.get(CONFIGURATION))) {
				this.tiered++;
				Folders.writeDiskCaches(this.root.resolve("ehcache.xml"),
						this.folder.resolve(ServiceSettings.EHCACHE_DISK), "disk-tiers-" + this.tiered);
			}
			// An earlier service may have edited its copy.
			Folders.writeSmallCache(this.root.resolve("ehcache.xml"),
					this.folder.resolve(ServiceSettings.EHCACHE_SMALL));
			Folders.writePlainCaches(this.root.resolve("ehcache.xml"), this.folder);
			properties.putAll(database.properties());
			// The database has them already, and is left as it is.
			properties.put("yoil.sample-webtoons", String.valueOf(settings.webtoons()));
			Service service = (settings.proxied() > 0) ? proxied(database, properties, settings, sharing)
					: single(database, properties);
			this.running.add(service);
			if (this.launcher.isClosed()) {
				service.close();
				throw Launcher.ending();
			}
			return service;
		}
		catch (LabException ex) {
			database.close();
			throw ex;
		}
	}

	private Service single(Database database, Map<String, String> properties) {
		if (properties.containsKey(ServiceSettings.SMALL)) {
			// In KB. What H2 keeps in memory is no leak.
			properties.computeIfPresent(URL, (name, url) -> url + ";CACHE_SIZE=1024");
		}
		Launched launched = this.launcher.launch(properties, Map.of(), this.options.port());
		return new ChildService(this.launcher, List.of(launched), new Surroundings(database, null, null, null, null),
				(port) -> this.launcher.launch(properties, Map.of(), port), this.password);
	}

	private Service proxied(Database database, Map<String, String> properties, ServiceSettings settings,
			boolean sharing) {
		properties.put("server.forward-headers-strategy", "native");
		properties.put("server.tomcat.remoteip.internal-proxies", "127\\.0\\.0\\.1");
		@Nullable Redis redis = sharing ? this.launcher.launchRedis(this.kept) : null;
		Map<String, String> environment = (redis != null)
				? Map.of("YOIL_REDIS_URL", "redis://:" + this.password + "@127.0.0.1:" + redis.port()) : Map.of();
		int purgePort = Ports.free(null).load();
		@Nullable Relay relay = null;
		@Nullable Relay purges = null;
		if (settings.relayed()) {
			String url = Objects.requireNonNull(properties.get(URL));
			int port = URI.create(url.substring("jdbc:".length())).getPort();
			relay = new Relay(port, true);
			properties.put(URL, url.replace(":" + port + "/", ":" + relay.port() + "/"));
			purges = new Relay(purgePort, false);
		}
		if (settings.front() != Front.NGINX) {
			properties.put("yoil.ehcache.edge.urls",
					"http://127.0.0.1:" + ((purges != null) ? purges.port() : purgePort) + "/");
		}
		List<Launched> launched = new ArrayList<>();
		try {
			while (launched.size() < settings.proxied()) {
				launched.add(this.launcher.launch(properties, environment, null));
			}
			Proxy proxy = this.launcher.launchProxy(settings, launched, this.root, purgePort);
			return new ChildService(this.launcher, launched, new Surroundings(database, proxy, redis, relay, purges),
					(port) -> this.launcher.launch(properties, environment, port), this.password);
		}
		catch (LabException ex) {
			launched.forEach((each) -> this.launcher.end(each.process()));
			if (redis != null) {
				this.launcher.end(redis.process());
			}
			Stream.of(relay, purges).filter(Objects::nonNull).forEach(Relay::close);
			throw ex;
		}
	}

	private void fill(Database empty, int webtoons) {
		Map<String, String> properties = new LinkedHashMap<>(empty.properties());
		properties.put("yoil.sample-webtoons", String.valueOf(webtoons));
		Launched launched = this.launcher.launchFirst(properties);
		if (!this.launcher.end(launched.process(), FILLING_ENDS)) {
			throw new LabException("The service did not end within " + FILLING_ENDS.toSeconds()
					+ " s after it had filled a database: end other busy processes on this machine");
		}
		this.program.keepClasses();
	}

	@Override
	public Machine machine(String generator) {
		return MachineFacts.of(this.root, generator);
	}

	@Override
	public void close() {
		this.launcher.close();
		this.running.forEach(Service::close);
		this.running.clear();
		this.h2.close();
		this.postgres.close();
		Folders.delete(this.folder);
	}

}
