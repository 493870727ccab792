package dev.yoil.lab.service;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Sample;
import org.jspecify.annotations.Nullable;

/**
 * A service that runs as a child, with its database: a single instance, or several behind
 * a proxy.
 */
final class ChildService implements Service {

	private static final Duration PAUSE = Duration.ofMillis(100);

	private static final Duration LIMIT = Duration.ofSeconds(5);

	private final AtomicBoolean closed = new AtomicBoolean();

	private final Launcher launcher;

	private final List<Launched> instances;

	private final @Nullable Proxy proxy;

	private final Database database;

	private final Probe probe;

	private final List<CacheOperations> caches;

	private @Nullable Watch watch;

	/**
	 * Creates it.
	 * @param launcher which started it, and ends it
	 * @param instances what was started; at least one, and one only without a proxy
	 * @param proxy in front of them; null if there is none
	 * @param database its own
	 * @param password of its administrator
	 */
	ChildService(Launcher launcher, List<Launched> instances, @Nullable Proxy proxy, Database database,
			String password) {
		this.launcher = launcher;
		this.instances = List.copyOf(instances);
		this.proxy = proxy;
		this.database = database;
		this.caches = instances.stream()
			.map((instance) -> new CacheOperations(address(instance.port()), password))
			.toList();
		this.probe = new Probe(this.instances, proxy, database,
				() -> this.caches.stream().mapToLong(CacheOperations::requests).sum());
	}

	@Override
	public URI address() {
		return address((this.proxy != null) ? this.proxy.port() : this.instances.get(0).port());
	}

	private static URI address(int port) {
		return URI.create("http://127.0.0.1:" + port);
	}

	private Stream<ChildProcess> processes() {
		return Stream.concat(Stream.ofNullable(this.proxy).map(Proxy::process),
				this.instances.stream().map(Launched::process));
	}

	@Override
	public void watch() {
		endOf(exchange(null));
		Reading first = settled().orElse(null);
		Watch begun = new Watch(this.probe::read, first, System.nanoTime());
		begun.run();
		endOf(exchange(begun));
	}

	private synchronized @Nullable Watch exchange(@Nullable Watch next) {
		Watch before = this.watch;
		this.watch = next;
		return before;
	}

	private synchronized @Nullable Watch current() {
		return this.watch;
	}

	private static List<Sample> endOf(@Nullable Watch watch) {
		return (watch != null) ? watch.end() : List.of();
	}

	@Override
	public List<Sample> watched() {
		return endOf(current());
	}

	@Override
	public @Nullable Counted counted() {
		Watch begun = current();
		return (begun != null) ? settled().map(begun::counted).orElse(null) : null;
	}

	/**
	 * Reads until nothing is under way any more, for five seconds at most.
	 * @return the last reading; empty if there was none
	 */
	private Optional<Reading> settled() {
		AtomicReference<@Nullable Reading> last = new AtomicReference<>();
		Patience.ask(() -> {
			if (!processes().allMatch(ChildProcess::isAlive)) {
				last.set(null);
				return Optional.of(true);
			}
			Reading before = last.get();
			Optional<Reading> now = this.probe.read();
			now.ifPresent(last::set);
			return now.filter((reading) -> before != null && reading.isQuietSince(before)).map((reading) -> true);
		}, PAUSE, LIMIT);
		return Optional.ofNullable(last.get());
	}

	@Override
	public void clearCaches() {
		this.caches.forEach(CacheOperations::clear);
	}

	@Override
	public void stopDatabase() {
		this.database.stop();
	}

	@Override
	public void resumeDatabase() {
		this.database.resume();
	}

	@Override
	public @Nullable String died() {
		return processes().map(ChildProcess::died).filter(Objects::nonNull).findFirst().orElse(null);
	}

	@Override
	public String lastWords() {
		Stream<ChildProcess> dead = processes().filter((process) -> process.died() != null);
		return Stream.concat(dead, Stream.of(this.instances.get(0).process())).findFirst().orElseThrow().lastWords();
	}

	@Override
	public void close() {
		if (this.closed.compareAndSet(false, true)) {
			endOf(current());
			try {
				this.database.resume();
			}
			finally {
				processes().forEach(this.launcher::end);
				this.database.close();
			}
		}
	}

}
