package dev.yoil.ehcache.internal.index;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * The last entries that left a cache, as many as fit, and on whose behalf. Thread-safe
 * without locks: of what leaves at the same moment, one may overtake another.
 */
public final class RemovalLog {

	private static final int CAPACITY = 1_000;

	/** So many that a cache whose values are replaced all the time shows others, too. */
	private static final int REPLACED = 250;

	private final Ring last = new Ring(CAPACITY);

	private final Ring replaced = new Ring(REPLACED);

	/** Ehcache reports a removal to the thread that removes, before it goes on. */
	@SuppressWarnings("ThreadLocalUsage") // each cache has its own, and no thread keeps
											// one
	private final ThreadLocal<@Nullable Remover> remover = new ThreadLocal<>();

	/**
	 * Removes entries on behalf of somebody, whom the log then names.
	 * @param removal removes entries from the cache, in the calling thread
	 * @return how many entries that removed; not those that left at the same time for
	 * another reason, such as the end of their time
	 */
	public long onBehalfOf(String by, Runnable removal) {
		Remover current = new Remover(by);
		this.remover.set(current);
		try {
			removal.run();
		}
		finally {
			this.remover.remove();
		}
		return current.removed;
	}

	/**
	 * Logs the removal of an entry, also by who had the whole cache emptied.
	 */
	void add(Object key, StoredEntry entry, RemovalCause cause, @Nullable String by, long now) {
		Remover current = (cause == RemovalCause.REMOVED) ? this.remover.get() : null;
		if (current != null) {
			current.removed++;
		}
		((cause == RemovalCause.REPLACED) ? this.replaced : this.last).add(new Removal(key, cause, now,
				now - entry.createdAt(), entry.hits(), entry.version(), (current != null) ? current.by : by));
	}

	/**
	 * {@return the last removals, the latest first, as the wall clock shows them}
	 */
	public List<Removal> latest(ElapsedTime time) {
		return Stream.of(this.last, this.replaced)
			.flatMap(Ring::latest)
			.sorted(Comparator.comparingLong(Removal::at).reversed())
			.limit(CAPACITY)
			.map((removal) -> new Removal(removal.key(), removal.cause(), time.toWall(removal.at()), removal.age(),
					removal.hits(), removal.version(), removal.by()))
			.toList();
	}

	/** The last ones added. */
	private static final class Ring {

		private final AtomicReferenceArray<@Nullable Removal> places;

		private final AtomicLong added = new AtomicLong();

		Ring(int capacity) {
			this.places = new AtomicReferenceArray<>(capacity);
		}

		void add(Removal removal) {
			this.places.set((int) (this.added.getAndIncrement() % this.places.length()), removal);
		}

		Stream<Removal> latest() {
			long end = this.added.get();
			return LongStream.rangeClosed(1, Math.min(end, this.places.length()))
				.mapToObj((back) -> this.places.get((int) ((end - back) % this.places.length())))
				.flatMap(Stream::ofNullable);
		}

	}

	/** Somebody who is removing entries, for the thread that does it. */
	private static final class Remover {

		private final String by;

		private long removed;

		Remover(String by) {
			this.by = by;
		}

	}

}
