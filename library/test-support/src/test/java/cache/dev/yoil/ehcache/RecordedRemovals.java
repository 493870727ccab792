package dev.yoil.ehcache;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import dev.yoil.ehcache.spi.CacheListener;
import dev.yoil.ehcache.spi.CacheListenerFactory;
import dev.yoil.ehcache.statistics.Removal;

/**
 * The latest removals from one cache.
 */
public final class RecordedRemovals implements CacheListener {

	private static final int MOST = 1_000;

	private final Deque<Removal> latest = new ArrayDeque<>();

	private final CacheListenerFactory.Time time;

	private RecordedRemovals(CacheListenerFactory.Time time) {
		this.time = time;
	}

	@Override
	public synchronized void removed(Removal removal) {
		this.latest.addFirst(removal);
		if (this.latest.size() > MOST) {
			this.latest.removeLast();
		}
	}

	/** Returns the removals, the latest first, with moments of the wall clock. */
	synchronized List<Removal> latest() {
		return this.latest.stream()
			.map((removal) -> new Removal(removal.key(), removal.cause(), this.time.toWall(removal.at()), removal.age(),
					removal.hits(), removal.version(), removal.by(), removal.region()))
			.toList();
	}

	/** Records in all caches of tests that name it as a service. */
	public static final class Factory implements CacheListenerFactory {

		@Override
		public CacheListener create(String cache, Time time) {
			return new RecordedRemovals(time);
		}

	}

}
