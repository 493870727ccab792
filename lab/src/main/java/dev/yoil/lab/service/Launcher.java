package dev.yoil.lab.service;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;
import org.jspecify.annotations.Nullable;

/**
 * Starts services, proxies and Redis as child processes, and waits until they are ready.
 * Thread-safe.
 */
final class Launcher implements AutoCloseable {

	/**
	 * The time to end before force is used. An instance of a soak responds for 4 s, and
	 * then waits for requests that wait for the database.
	 */
	private static final Duration PATIENCE = Duration.ofSeconds(15);

	/** For services that end before the other compiler pays off. */
	private static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

	/** Another process may take a free port first. */
	private static final int ATTEMPTS = 3;

	private final Set<ChildProcess> children = ConcurrentHashMap.newKeySet();

	private final Program program;

	private final Path folder;

	private final ServiceOptions options;

	private final String password;

	private int started;

	private boolean closed;

	/** A service that is ready; port is that of its load. */
	record Launched(ChildProcess process, int port, ManagementPort management) {
	}

	/** The processes that the instances of a service share. */
	record Surroundings(Database database, @Nullable Proxy proxy, @Nullable Redis redis, @Nullable Relay databaseRelay,
			@Nullable Relay purgeRelay) {
	}

	/**
	 * Creates a launcher.
	 * @param folder for logs and temporary files
	 * @param password of the administrator
	 */
	Launcher(Program program, Path folder, ServiceOptions options, String password) {
		this.program = program;
		this.folder = folder;
		this.options = options;
		this.password = password;
	}

	/**
	 * Starts a service.
	 * @param environment secrets, which arguments would show to all users
	 * @param port of the load; null for any free one
	 * @throws LabException if it ends or takes too long
	 */
	Launched launch(Map<String, String> properties, Map<String, String> environment, @Nullable Integer port) {
		boolean plain = properties.containsKey(ServiceSettings.PLAIN) || properties.containsKey(ServiceSettings.PLANT)
				|| properties.containsKey(ServiceSettings.CLOCK);
		return launch(properties, environment, this.options.startLimit(), port,
				plain ? this.program::plainCommand : this.program::command);
	}

	/** Starts a service that fills a database, and archives its classes when it ends. */
	Launched launchFirst(Map<String, String> properties) {
		return launch(properties, Map.of(), this.options.fillLimit(), this.options.port(),
				() -> Stream.concat(Stream.of(QUICK_COMPILER), this.program.archivingCommand().stream()).toList());
	}

	Proxy launchProxy(ServiceSettings settings, List<Launched> instances, Path root, int purgePort) {
		int port = Ports.free(this.options.port()).load();
		return new Proxy(this, settings, this.folder.resolve("front-" + port), root, port, purgePort, instances);
	}

	Redis launchRedis(Path kept) {
		int port = Ports.free(null).load();
		Path settings = Redis.configure(this.folder.resolve("redis-" + port), port, this.password);
		return new Redis(listening(List.of(Redis.program(kept), settings.toString()),
				settings.resolveSibling("redis.log"), port, "Redis"), port);
	}

	/** Starts a program, and waits until it listens on a loopback port. */
	ChildProcess listening(List<String> command, Path log, int port, String name) {
		ChildProcess child = begin(command, Map.of(), log);
		if (!child.awaitListening(port)) {
			String words = child.lastWords();
			end(child);
			throw isClosed() ? ending() : new LabException(name + " does not start: " + words);
		}
		return child;
	}

	private Launched launch(Map<String, String> properties, Map<String, String> environment, Duration limit,
			@Nullable Integer port, Supplier<List<String>> arguments) {
		Map<String, String> all = new LinkedHashMap<>(environment);
		all.put("YOIL_ADMIN_PASSWORD", this.password);
		for (int attempt = 1;; attempt++) {
			Ports ports = Ports.free(port);
			ChildProcess child = begin(command(arguments.get(), properties, ports), all, nextLog());
			ManagementPort management = new ManagementPort(ports.management());
			if (Polling.poll(() -> isReady(child, management), Duration.ofMillis(100), limit).orElse(false)) {
				return new Launched(child, ports.load(), management);
			}
			String died = child.died();
			String words = child.lastWords();
			end(child);
			if (isClosed()) {
				throw ending();
			}
			if (died == null) {
				throw new LabException("The service was not ready within " + limit.toSeconds() + " s (" + words
						+ "): end other busy processes on this machine");
			}
			if (attempt == ATTEMPTS || !died.contains("already in use")) {
				throw new LabException("The service ended before it was ready, " + died);
			}
		}
	}

	private static Optional<Boolean> isReady(ChildProcess child, ManagementPort management) {
		if (!child.isAlive()) {
			return Optional.of(false);
		}
		return management.isReady() ? Optional.of(true) : Optional.empty();
	}

	private synchronized ChildProcess begin(List<String> command, Map<String, String> environment, Path log) {
		if (this.closed) {
			throw ending();
		}
		ChildProcess child = ChildProcess.start(command, environment, this.folder, log);
		this.children.add(child);
		return child;
	}

	private synchronized Path nextLog() {
		this.started++;
		return this.folder.resolve("service-" + this.started + ".log");
	}

	private List<String> command(List<String> arguments, Map<String, String> properties, Ports ports) {
		List<String> command = new ArrayList<>();
		command.add(Program.java());
		if (Runtime.version().feature() >= 24) {
			command.add("--sun-misc-unsafe-memory-access=allow");
		}
		command.add("-Xmx" + this.options.heap());
		if (properties.containsKey(ServiceSettings.SMALL)) {
			command.addAll(List.of("-Xmx128m", QUICK_COMPILER));
		}
		command.add("-Djava.io.tmpdir=" + this.folder.resolve("tmp"));
		command.addAll(arguments);
		Map<String, String> all = new LinkedHashMap<>(properties);
		all.put("server.address", "127.0.0.1");
		all.put("server.port", String.valueOf(ports.load()));
		all.put("management.server.address", "127.0.0.1");
		all.put("management.server.port", String.valueOf(ports.management()));
		// For Varnish, whose probes use the port of the load.
		all.put("management.endpoint.health.probes.add-additional-paths", "true");
		all.forEach((name, value) -> command.add("--" + name + "=" + value));
		return command;
	}

	/** Returns the working directory of the services. */
	Path folder() {
		return this.folder;
	}

	/** Ends a child; returns whether no force was needed. */
	boolean end(ChildProcess child) {
		return end(child, PATIENCE);
	}

	/** Kills a child, as {@code kill -9} does. */
	void kill(ChildProcess child) {
		child.kill(PATIENCE);
		this.children.remove(child);
	}

	boolean end(ChildProcess child, Duration patience) {
		boolean obeyed = child.end(patience);
		this.children.remove(child);
		return obeyed;
	}

	synchronized boolean isClosed() {
		return this.closed;
	}

	static LabException ending() {
		return new LabException("The lab is ending: start it again");
	}

	/** Ends all children, and prevents further starts. */
	@Override
	public void close() {
		synchronized (this) {
			this.closed = true;
		}
		this.children.forEach(this::end);
	}

}
