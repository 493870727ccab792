package dev.yoil.lab.service;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Sample;
import org.jspecify.annotations.Nullable;

/**
 * A service that runs as a child, with its database: a single instance, or several behind
 * a proxy.
 */
final class ChildService implements Service {

	private static final Duration PAUSE = Duration.ofMillis(100);

	/** Longer than between two requests of a load to an instance. */
	private static final Duration LONG_PAUSE = Duration.ofMillis(300);

	private static final Duration LIMIT = Duration.ofSeconds(5);

	private final AtomicBoolean closed = new AtomicBoolean();

	private final Launcher launcher;

	private final Surroundings surroundings;

	private final IntFunction<Launched> again;

	private final URI address;

	private final Probe probe;

	private final List<CacheOperations> caches;

	private final ReaderChanges changes;

	private @Nullable Watch watch;

	/**
	 * Creates it.
	 * @param launcher which started it, and ends it
	 * @param instances what was started; at least one, and one only without a proxy
	 * @param surroundings its own
	 * @param again starts an instance again on a port
	 * @param password of its administrator
	 */
	ChildService(Launcher launcher, List<Launched> instances, Surroundings surroundings, IntFunction<Launched> again,
			String password) {
		this.launcher = launcher;
		this.surroundings = surroundings;
		this.again = again;
		Proxy proxy = surroundings.proxy();
		this.address = address((proxy != null) ? proxy.port() : instances.get(0).port());
		this.caches = instances.stream()
			.map((instance) -> new CacheOperations(address(instance.port()), password))
			.toList();
		this.changes = new ReaderChanges(this.address, 2 * instances.size());
		this.probe = new Probe(instances, surroundings,
				() -> this.changes.requests() + this.caches.stream().mapToLong(CacheOperations::requests).sum());
	}

	@Override
	public URI address() {
		return this.address;
	}

	private static URI address(int port) {
		return URI.create("http://127.0.0.1:" + port);
	}

	private Stream<ChildProcess> processes() {
		return Stream
			.of(Stream.ofNullable(this.surroundings.proxy()).map(Proxy::process),
					this.probe.instances().stream().map(Launched::process),
					Stream.ofNullable(this.surroundings.redis()).map(Redis::process))
			.flatMap((each) -> each);
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
		this.surroundings.database().stop();
	}

	@Override
	public void resumeDatabase() {
		this.surroundings.database().resume();
	}

	@Override
	public boolean stopRedis() {
		Redis redis = this.surroundings.redis();
		if (redis != null) {
			redis.stop();
		}
		return redis != null;
	}

	@Override
	public boolean resumeRedis() {
		Redis redis = this.surroundings.redis();
		if (redis != null) {
			redis.resume();
		}
		return redis != null;
	}

	@Override
	public void change() {
		this.changes.change();
	}

	@Override
	public void restartInstance() {
		List<Launched> all = this.probe.instances();
		Proxy proxy = this.surroundings.proxy();
		if (proxy == null || all.size() < 2) {
			throw new IllegalStateException("A single instance cannot be restarted without being missed");
		}
		Launched ending = all.get(all.size() - 1);
		proxy.passTo(all.subList(0, all.size() - 1));
		if (!isLeftAlone(ending) || !this.probe.leave(ending)) {
			throw new LabException("An instance does not end, because it does not tell that it answers no requests");
		}
		this.launcher.end(ending.process());
		this.probe.join(this.again.apply(ending.port()));
		proxy.passTo(all);
	}

	/**
	 * Waits until nobody asks an instance any more, for five seconds at most.
	 */
	private static boolean isLeftAlone(Launched instance) {
		AtomicReference<@Nullable Reading> last = new AtomicReference<>();
		return Patience.ask(() -> {
			Reading before = last.get();
			Optional<Reading> now = instance.management()
				.metrics(LIMIT)
				.map((metrics) -> new Reading(System.nanoTime(), Reading.of(metrics, instance.port())));
			now.ifPresent(last::set);
			return now.filter((reading) -> before != null && reading.isQuietSince(before)).map((reading) -> true);
		}, LONG_PAUSE, LIMIT).orElse(false);
	}

	@Override
	public @Nullable String died() {
		return processes().map(ChildProcess::died).filter(Objects::nonNull).findFirst().orElse(null);
	}

	@Override
	public String lastWords() {
		Stream<ChildProcess> dead = processes().filter((process) -> process.died() != null);
		return Stream.concat(dead, this.probe.instances().stream().map(Launched::process))
			.findFirst()
			.orElseThrow()
			.lastWords();
	}

	@Override
	public void close() {
		if (this.closed.compareAndSet(false, true)) {
			endOf(current());
			try {
				this.surroundings.database().resume();
				resumeRedis();
			}
			finally {
				processes().forEach(this.launcher::end);
				this.surroundings.database().close();
			}
		}
	}

}
