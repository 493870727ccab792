package dev.yoil.lab.service;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.yoil.lab.LabException;
import dev.yoil.lab.result.Machine;
import org.jspecify.annotations.Nullable;

/**
 * Starts the service's jar as a child process, with a database of its own. Thread-safe:
 * {@link #close()} may be called while another thread starts a service, whose start then
 * fails.
 */
public final class ChildServices implements Services {

	private static final String CONFIGURATION = "yoil.ehcache.config";

	private static final List<String> OURS = List.of("server.port", "server.address", "management.server.",
			"spring.datasource.url", "spring.datasource.username", "spring.profiles.active", "yoil.sample-webtoons",
			"yoil.admin.password");

	/**
	 * Longer than a child takes to close a filled database properly and to leave its
	 * classes.
	 */
	private static final Duration STEP = Duration.ofSeconds(90);

	private final Set<Service> running = ConcurrentHashMap.newKeySet();

	private final Map<ServiceSettings.Database, Databases> databases = new EnumMap<>(ServiceSettings.Database.class);

	private final Object starting = new Object();

	private final ServiceOptions options;

	private final String password;

	private final Path root;

	private final Path folder;

	private final Path kept;

	private final Program program;

	private final Launcher launcher;

	/**
	 * Creates it with the usual options; nothing is started yet.
	 * @param jar of the service
	 * @param root of the checkout
	 * @param work where to make a folder for all that the services leave, until
	 * {@link #close()}; is made if it does not exist
	 * @throws LabException if there is no jar, or the folder cannot be made
	 */
	public ChildServices(Path jar, Path root, Path work) {
		this(jar, root, work, ServiceOptions.USUAL);
	}

	/**
	 * Creates it; nothing is started yet.
	 * @param jar of the service
	 * @param root of the checkout
	 * @param work where to make a folder for all that the services leave, until
	 * {@link #close()}; is made if it does not exist
	 * @param options of all services
	 * @throws LabException if there is no jar, or the folder cannot be made
	 */
	public ChildServices(Path jar, Path root, Path work, ServiceOptions options) {
		if (!Files.isRegularFile(jar)) {
			throw ServiceJar.none("at " + jar);
		}
		byte[] random = new byte[16];
		new SecureRandom().nextBytes(random);
		this.password = HexFormat.of().formatHex(random);
		this.options = options;
		this.root = root;
		this.folder = WorkFolder.create(work);
		this.kept = (options.kept() != null) ? Kept.of(jar, options.kept()) : this.folder;
		this.program = new Program(jar, this.kept);
		this.launcher = new Launcher(this.program, this.folder, options, this.password);
		this.databases.put(ServiceSettings.Database.H2, new H2Databases(this.folder, this.kept, Clock.systemUTC()));
		this.databases.put(ServiceSettings.Database.POSTGRESQL, new PostgresDatabases(this.folder, this.kept));
	}

	@Override
	public Service start(ServiceSettings settings) {
		settings.properties().keySet().forEach(ChildServices::requireNotOurs);
		synchronized (this.starting) {
			try {
				return startWith(databases(settings.database()).open(settings.webtoons(), this::fill), settings);
			}
			finally {
				if (this.launcher.isClosed()) {
					WorkFolder.delete(this.folder);
				}
			}
		}
	}

	private Databases databases(ServiceSettings.Database kind) {
		return Objects.requireNonNull(this.databases.get(kind));
	}

	private Service startWith(Database database, ServiceSettings settings) {
		try {
			Map<String, String> properties = new LinkedHashMap<>(settings.properties());
			Path cluster = this.root.resolve(ServiceSettings.EHCACHE_CLUSTER).toAbsolutePath();
			// It is in the checkout, and services run elsewhere.
			boolean sharing = properties.replace(CONFIGURATION, ServiceSettings.EHCACHE_CLUSTER, cluster.toString());
			if (ServiceSettings.EHCACHE_CLUSTER_LOCAL.equals(properties.get(CONFIGURATION))) {
				LocalCaches.write(cluster, this.folder.resolve(ServiceSettings.EHCACHE_CLUSTER_LOCAL));
			}
			properties.putAll(database.properties());
			// They are there already: a database that has webtoons is left as it is.
			properties.put("yoil.sample-webtoons", String.valueOf(settings.webtoons()));
			Service service = (settings.proxied() > 0) ? proxied(database, properties, settings.proxied(), sharing)
					: alone(database, properties);
			this.running.add(service);
			if (this.launcher.isClosed()) {
				service.close();
				throw new LabException("The lab is ending: start it again");
			}
			return service;
		}
		catch (LabException ex) {
			database.close();
			throw ex;
		}
	}

	private Service alone(Database database, Map<String, String> properties) {
		Launched launched = launch(properties, Map.of(), this.options.port());
		return new ChildService(this.launcher, List.of(launched), new Surroundings(database, null, null),
				(port) -> launch(properties, Map.of(), port), this.password);
	}

	private Service proxied(Database database, Map<String, String> properties, int instances, boolean sharing) {
		properties.put("server.forward-headers-strategy", "native");
		properties.put("server.tomcat.remoteip.internal-proxies", "127\\.0\\.0\\.1");
		Redis redis = sharing ? this.launcher.launchRedis(this.kept) : null;
		Map<String, String> environment = (redis != null)
				? Map.of("YOIL_REDIS_URL", "redis://:" + this.password + "@127.0.0.1:" + redis.port()) : Map.of();
		List<Launched> launched = new ArrayList<>();
		try {
			while (launched.size() < instances) {
				launched.add(launch(properties, environment, null));
			}
			Proxy proxy = this.launcher.launchProxy(launched, this.root.resolve(Proxy.CONFIGURATION));
			return new ChildService(this.launcher, launched, new Surroundings(database, proxy, redis),
					(port) -> launch(properties, environment, port), this.password);
		}
		catch (LabException ex) {
			launched.forEach((each) -> this.launcher.end(each.process()));
			if (redis != null) {
				this.launcher.end(redis.process());
			}
			throw ex;
		}
	}

	private Launched launch(Map<String, String> properties, Map<String, String> environment, @Nullable Integer port) {
		return this.launcher.launch(properties, environment, this.options.startLimit(), port);
	}

	private void fill(Database empty, int webtoons) {
		Map<String, String> properties = new LinkedHashMap<>(empty.properties());
		properties.put("yoil.sample-webtoons", String.valueOf(webtoons));
		Launched launched = this.launcher.launchFirst(properties, this.options.fillLimit());
		if (!this.launcher.end(launched.process(), STEP)) {
			throw new LabException("The service did not end within " + STEP.toSeconds()
					+ " s after it had filled a database: end what else keeps this machine busy");
		}
		this.program.keepClasses();
	}

	private static void requireNotOurs(String property) {
		if (OURS.stream().anyMatch(property::startsWith)) {
			throw new LabException("The property " + property + " is set by the lab itself: leave it out");
		}
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
		this.databases.values().forEach(Databases::close);
		WorkFolder.delete(this.folder);
	}

}
