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

import dev.yoil.lab.LabException;
import org.jspecify.annotations.Nullable;

/**
 * Starts the jar as a child and waits until it is ready. Thread-safe.
 */
final class Launcher implements AutoCloseable {

	/** How long a child may take to end before it is made to. */
	private static final Duration PATIENCE = Duration.ofSeconds(10);

	/** Somebody else may take a free port before the child does. */
	private static final int ATTEMPTS = 3;

	private final Set<ChildProcess> children = ConcurrentHashMap.newKeySet();

	private final Program program;

	private final Path folder;

	private final ServiceOptions options;

	private final String password;

	private int started;

	private boolean closed;

	/**
	 * Creates it; nothing is started yet.
	 * @param program what to start
	 * @param folder for logs and temporary files
	 * @param options same for all services
	 * @param password of their administrator
	 */
	Launcher(Program program, Path folder, ServiceOptions options, String password) {
		this.program = program;
		this.folder = folder;
		this.options = options;
		this.password = password;
	}

	/**
	 * Starts a service.
	 * @param properties all that it is told, but for its ports
	 * @param environment what nobody else may see of that
	 * @param limit how long it may take
	 * @param port where it answers; null for any free one
	 * @return when it is ready
	 * @throws LabException if it ends before, or is not ready in time
	 */
	Launched launch(Map<String, String> properties, Map<String, String> environment, Duration limit,
			@Nullable Integer port) {
		boolean plain = properties.containsKey(ServiceSettings.PLAIN);
		return launch(properties, environment, limit, port, plain ? this.program::plainCommand : this.program::command);
	}

	/**
	 * Starts a service so that, when it ends, its classes are kept ready for later ones.
	 * @param properties all that it is told, but for its ports
	 * @param limit how long it may take
	 * @return when it is ready
	 * @throws LabException if it ends before, or is not ready in time
	 */
	Launched launchFirst(Map<String, String> properties, Duration limit) {
		return launch(properties, Map.of(), limit, this.options.port(), this.program::archivingCommand);
	}

	/**
	 * Starts a proxy in front of services.
	 * @param services to which it passes requests on
	 * @param configuration of nginx, of which this has a copy
	 * @return when it listens
	 * @throws LabException if it cannot be started
	 */
	Proxy launchProxy(List<Launched> services, Path configuration) {
		int port = Ports.free(this.options.port()).load();
		Path own = Proxy.prepare(this.folder.resolve("nginx-" + port), configuration, port, services);
		Proxy proxy = new Proxy(begin(Proxy.command(own), Map.of(), own.resolve("nginx.log")), port, own);
		if (!proxy.process().awaitListening(port)) {
			String words = proxy.process().lastWords();
			end(proxy.process());
			throw isClosed() ? ending() : new LabException("nginx does not start: " + words);
		}
		return proxy;
	}

	/**
	 * Starts a Redis, which is empty.
	 * @param kept where its program is unpacked to, unless it is there
	 * @return when it listens
	 * @throws LabException if it cannot be started
	 */
	Redis launchRedis(Path kept) {
		int port = Ports.free(null).load();
		String program = Redis.program(kept);
		Path own = Redis.prepare(this.folder.resolve("redis-" + port), port, this.password);
		Redis redis = new Redis(begin(Redis.command(program, own), Map.of(), own.resolve("redis.log")), port);
		if (!redis.process().awaitListening(port)) {
			String words = redis.process().lastWords();
			end(redis.process());
			throw isClosed() ? ending() : new LabException("Redis does not start: " + words);
		}
		return redis;
	}

	private Launched launch(Map<String, String> properties, Map<String, String> environment, Duration limit,
			@Nullable Integer port, Supplier<List<String>> program) {
		Map<String, String> all = new LinkedHashMap<>(environment);
		all.put("YOIL_ADMIN_PASSWORD", this.password);
		for (int attempt = 1;; attempt++) {
			Ports ports = Ports.free(port);
			ChildProcess child = begin(command(program.get(), properties, ports), all, nextLog());
			ManagementPort management = new ManagementPort(ports.management());
			Optional<Boolean> ready = Patience.ask(() -> state(child, management), Duration.ofMillis(100), limit);
			if (ready.orElse(false)) {
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
						+ "): end what else keeps this machine busy");
			}
			if (attempt == ATTEMPTS || !died.contains("already in use")) {
				throw new LabException("The service ended before it was ready, " + died);
			}
		}
	}

	private static Optional<Boolean> state(ChildProcess child, ManagementPort management) {
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

	private List<String> command(List<String> program, Map<String, String> properties, Ports ports) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		if (Runtime.version().feature() >= 24) {
			command.add("--sun-misc-unsafe-memory-access=allow");
		}
		command.add("-Xmx" + this.options.heap());
		command.add("-Djava.io.tmpdir=" + this.folder.resolve("tmp"));
		command.addAll(program);
		Map<String, String> all = new LinkedHashMap<>(properties);
		all.put("server.address", "127.0.0.1");
		all.put("server.port", String.valueOf(ports.load()));
		all.put("management.server.address", "127.0.0.1");
		all.put("management.server.port", String.valueOf(ports.management()));
		all.forEach((name, value) -> command.add("--" + name + "=" + value));
		return command;
	}

	/**
	 * Ends a child.
	 * @return whether it ended without being forced to
	 */
	boolean end(ChildProcess child) {
		return end(child, PATIENCE);
	}

	/**
	 * Ends a child.
	 * @param patience how long it may take before it is forced to
	 * @return whether it ended without being forced to
	 */
	boolean end(ChildProcess child, Duration patience) {
		boolean obeyed = child.end(patience);
		this.children.remove(child);
		return obeyed;
	}

	synchronized boolean isClosed() {
		return this.closed;
	}

	private static LabException ending() {
		return new LabException("The lab is ending: start it again");
	}

	/**
	 * Ends all children; none is started any more.
	 */
	@Override
	public void close() {
		synchronized (this) {
			this.closed = true;
		}
		this.children.forEach(this::end);
	}

}
