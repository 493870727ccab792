package dev.yoil.lab.service;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;
import dev.yoil.lab.result.AppliedFinding;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.service.Launcher.Launched;
import dev.yoil.lab.service.Launcher.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * A service of child processes: a single instance, or several behind a proxy.
 */
final class ChildService implements Service {

	private static final Duration PAUSE = Duration.ofMillis(100);

	/** Longer than the time between two requests of a load to one instance. */
	private static final Duration LONG_PAUSE = Duration.ofMillis(300);

	private static final Duration LIMIT = Duration.ofSeconds(5);

	private final AtomicBoolean closed = new AtomicBoolean();

	private final AtomicReference<@Nullable Watch> watch = new AtomicReference<>();

	private final Launcher launcher;

	private final Surroundings surroundings;

	private final IntFunction<Launched> again;

	private final URI address;

	private final Probe probe;

	private final List<CacheApi> caches;

	private final ReaderChanges changes;

	private final List<ChildInstance> instances;

	private final String administrator;

	/**
	 * Creates a service.
	 * @param instances at least one; only one without a proxy
	 * @param again starts an instance again on a port
	 * @param password of the administrator
	 */
	ChildService(Launcher launcher, List<Launched> instances, Surroundings surroundings, IntFunction<Launched> again,
			String password) {
		this.launcher = launcher;
		this.surroundings = surroundings;
		this.again = again;
		Proxy proxy = surroundings.proxy();
		this.address = address((proxy != null) ? proxy.port() : instances.get(0).port());
		this.caches = instances.stream().map((instance) -> new CacheApi(address(instance.port()), password)).toList();
		this.changes = new ReaderChanges(this.address, 2 * instances.size());
		this.probe = new Probe(instances, surroundings,
				() -> this.changes.requests() + this.caches.stream().mapToLong(CacheApi::requests).sum());
		this.administrator = CacheApi.authorization(password);
		this.instances = instances.stream()
			.map((instance) -> new ChildInstance(launcher, this.probe, instance, again))
			.toList();
	}

	static URI address(int port) {
		return URI.create("http://127.0.0.1:" + port);
	}

	@Override
	public URI address() {
		return this.address;
	}

	private Stream<ChildProcess> processes() {
		return Stream
			.of(Stream.ofNullable(this.surroundings.proxy()).map(Proxy::process),
					this.probe.instances().stream().map(Launched::process),
					Stream.ofNullable(this.surroundings.redis()).map(Redis::process))
			.flatMap((each) -> each);
	}

	@Override
	public List<Instance> instances() {
		return List.copyOf(this.instances);
	}

	@Override
	public String administrator() {
		return this.administrator;
	}

	@Override
	public void watch() {
		watched();
		Watch begun = new Watch(this.probe::read, settled().orElse(null), System.nanoTime());
		begun.run();
		this.watch.set(begun);
	}

	@Override
	public List<Sample> watched() {
		Watch begun = this.watch.get();
		return (begun != null) ? begun.end() : List.of();
	}

	@Override
	public @Nullable Counted counted() {
		Watch begun = this.watch.get();
		return (begun != null) ? settled().map(begun::counted).orElse(null) : null;
	}

	/** Reads until no request is in flight; returns the last reading. */
	private Optional<Reading> settled() {
		AtomicReference<@Nullable Reading> last = new AtomicReference<>();
		awaitQuiet(() -> processes().allMatch(ChildProcess::isAlive) ? this.probe.read() : Optional.empty(), last,
				PAUSE);
		return processes().allMatch(ChildProcess::isAlive) ? Optional.ofNullable(last.get()) : Optional.empty();
	}

	private boolean awaitQuiet(Supplier<Optional<Reading>> source, AtomicReference<@Nullable Reading> last,
			Duration pause) {
		return Polling.poll(() -> {
			Reading before = last.get();
			Optional<Reading> now = source.get();
			now.ifPresent(last::set);
			boolean quiet = before != null && now.filter((reading) -> reading.isQuietSince(before)).isPresent();
			return (quiet || !processes().allMatch(ChildProcess::isAlive)) ? Optional.of(quiet) : Optional.empty();
		}, pause, LIMIT).orElse(false);
	}

	@Override
	public void clearCaches() {
		this.caches.forEach(CacheApi::clear);
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
	public void disconnectDatabase() {
		this.surroundings.database().disconnect();
	}

	@Override
	public void refuseWrites(boolean refuse) {
		this.surroundings.database().refuseWrites(refuse);
	}

	@Override
	public void backUpDatabase() {
		this.surroundings.database().backUp();
	}

	@Override
	public void restoreDatabase() {
		this.surroundings.database().restore();
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
	public Relay databaseRelay() {
		return required(this.surroundings.databaseRelay());
	}

	@Override
	public Relay purgeRelay() {
		return required(this.surroundings.purgeRelay());
	}

	private static <T> T required(@Nullable T present) {
		if (present == null) {
			throw new IllegalStateException("not there: use several instances");
		}
		return present;
	}

	@Override
	public void dump(Path folder) {
		Service.super.dump(folder);
		Proxy proxy = this.surroundings.proxy();
		if (proxy != null) {
			proxy.process().keepLog(folder.resolve("front.log"));
		}
	}

	@Override
	public void restartProxy() {
		required(this.surroundings.proxy()).restart(this.launcher);
	}

	@Override
	public void editConfiguration() {
		Folders.editSoakCaches(this.launcher.folder().resolve(ServiceSettings.EHCACHE_SOAK));
	}

	@Override
	public void damageDisk() {
		Folders.damageSoakDisk(this.launcher.folder());
	}

	@Override
	public void change() {
		this.changes.change();
	}

	@Override
	public PageChange changePage() {
		return this.changes.changePage(this.caches.get(0));
	}

	@Override
	public void restartInstance() {
		List<Launched> all = this.probe.instances();
		Proxy proxy = this.surroundings.proxy();
		if (proxy == null || all.size() < 2) {
			throw new IllegalStateException("Cannot restart the only instance");
		}
		Launched ending = all.get(all.size() - 1);
		proxy.passTo(all.subList(0, all.size() - 1));
		boolean quiet = awaitQuiet(
				() -> ending.management()
					.metrics(LIMIT)
					.map((metrics) -> new Reading(System.nanoTime(), Reading.of(metrics, ending.port()))),
				new AtomicReference<>(), LONG_PAUSE);
		if (!quiet || !this.probe.leave(ending)) {
			throw new LabException("An instance still gets requests after it was taken out of the proxy");
		}
		this.launcher.end(ending.process());
		this.probe.join(this.again.apply(ending.port()));
		proxy.passTo(all);
	}

	@Override
	public void restartUnderLoad(boolean kill) {
		if (this.surroundings.proxy() != null) {
			throw new IllegalStateException("Cannot end an instance behind a proxy under load");
		}
		Launched ending = this.probe.instances().get(0);
		if (Polling.poll(() -> Optional.of(this.probe.leave(ending)).filter(Boolean::booleanValue), PAUSE, LIMIT)
			.isEmpty()) {
			throw new LabException("The instance does not report its counters before its restart");
		}
		if (kill) {
			this.launcher.kill(ending.process());
		}
		else if (!this.launcher.end(ending.process())) {
			throw new LabException("The instance did not end after SIGTERM");
		}
		this.probe.join(this.again.apply(ending.port()));
	}

	@Override
	public AppliedFinding applyFinding() {
		return new CacheTuning(this.caches.get(0), this.launcher.folder()).apply();
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
			.map(ChildProcess::lastWords)
			.orElse("no instance is running");
	}

	@Override
	public void close() {
		if (this.closed.compareAndSet(false, true)) {
			watched();
			try {
				this.surroundings.database().resume();
				resumeRedis();
			}
			finally {
				processes().forEach(this.launcher::end);
				Stream.of(this.surroundings.databaseRelay(), this.surroundings.purgeRelay())
					.filter(Objects::nonNull)
					.forEach(Relay::close);
				this.surroundings.database().close();
			}
		}
	}

}
