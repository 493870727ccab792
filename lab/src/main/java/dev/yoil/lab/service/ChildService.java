package dev.yoil.lab.service;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Sample;
import org.jspecify.annotations.Nullable;

/**
 * A service that runs as a child, with its database.
 */
final class ChildService implements Service {

	private static final Duration PAUSE = Duration.ofMillis(100);

	private static final Duration LIMIT = Duration.ofSeconds(5);

	private final AtomicBoolean closed = new AtomicBoolean();

	private final Launcher launcher;

	private final Launched launched;

	private final Database database;

	private final Probe probe;

	private final CacheOperations caches;

	private @Nullable Watch watch;

	/**
	 * Creates it.
	 * @param launcher which started it, and ends it
	 * @param launched what was started
	 * @param database its own
	 * @param password of its administrator
	 */
	ChildService(Launcher launcher, Launched launched, Database database, String password) {
		this.launcher = launcher;
		this.launched = launched;
		this.database = database;
		this.caches = new CacheOperations(address(), password);
		this.probe = new Probe(launched, this.caches::requests);
	}

	@Override
	public URI address() {
		return URI.create("http://127.0.0.1:" + this.launched.port());
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
			if (!this.launched.process().isAlive()) {
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
		this.caches.clear();
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
		return this.launched.process().died();
	}

	@Override
	public String lastWords() {
		return this.launched.process().lastWords();
	}

	@Override
	public void close() {
		if (this.closed.compareAndSet(false, true)) {
			endOf(current());
			try {
				this.database.resume();
			}
			finally {
				this.launcher.end(this.launched.process());
				this.database.close();
			}
		}
	}

}
