package dev.yoil.ehcache.internal.index;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * The last entries that left a cache, and the operators who removed them. Thread-safe
 * without locks: removals at the same moment may be logged in any order.
 */
public final class RemovalLog {

	private static final int CAPACITY = 1_000;

	/** Few, so that a cache whose values are replaced all the time shows others, too. */
	private static final int REPLACED = 250;

	private static final Mark START = new Mark(0, 0);

	private final Ring last = new Ring(CAPACITY);

	private final Ring replaced = new Ring(REPLACED);

	@SuppressWarnings("ThreadLocalUsage") // each cache has its own, and no thread keeps
											// one
	private final ThreadLocal<@Nullable Remover> remover = new ThreadLocal<>();

	/**
	 * Removes entries on behalf of an operator, whom the log then names.
	 * @param removal removes entries from the cache, in the calling thread
	 * @return how many entries it removed, without those that left at the same time for
	 * another reason
	 */
	public long onBehalfOf(String by, Runnable removal) {
		// Ehcache reports a removal in the thread that removes.
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
	 * Logs that an entry left.
	 * @param by the operator who cleared the whole cache; {@code null} if none did
	 */
	void add(StoredEntry entry, RemovalCause cause, @Nullable String by, long now) {
		Remover current = (cause == RemovalCause.REMOVED) ? this.remover.get() : null;
		if (current != null) {
			current.removed++;
		}
		((cause == RemovalCause.REPLACED) ? this.replaced : this.last)
			.add(new Removal(entry.key(), cause, now, now - entry.createdAt(), entry.hits(), entry.version(),
					(current != null) ? current.by : by, cause.isExpiry() ? null : entry.label().changedRegion()));
	}

	/**
	 * {@return the last removals, the latest first, with moments of the wall clock}
	 */
	public List<Removal> latest(ElapsedTime time) {
		return since(START, time);
	}

	/**
	 * {@return a mark behind the last removal so far}
	 */
	public Mark mark() {
		return new Mark(this.last.added.get(), this.replaced.added.get());
	}

	/**
	 * {@return the last removals after a mark, the latest first}
	 */
	public List<Removal> since(Mark mark, ElapsedTime time) {
		return Stream.concat(this.last.since(mark.last()), this.replaced.since(mark.replaced()))
			.sorted(Comparator.comparingLong(Removal::at).reversed())
			.limit(CAPACITY)
			.map((removal) -> new Removal(removal.key(), removal.cause(), time.toWall(removal.at()), removal.age(),
					removal.hits(), removal.version(), removal.by(), removal.region()))
			.toList();
	}

	/**
	 * A place in the log.
	 *
	 * @param last the number of removals before it, without replacements
	 * @param replaced the number of replacements before it
	 */
	public record Mark(long last, long replaced) {
	}

	private static final class Ring {

		private final AtomicReferenceArray<@Nullable Removal> places;

		private final AtomicLong added = new AtomicLong();

		Ring(int capacity) {
			this.places = new AtomicReferenceArray<>(capacity);
		}

		void add(Removal removal) {
			this.places.set(index(this.added.getAndIncrement()), removal);
		}

		Stream<Removal> since(long first) {
			long end = this.added.get();
			return IntStream.rangeClosed(1, (int) Math.min(this.places.length(), end - first))
				.mapToObj((back) -> this.places.get(index(end - back)))
				.flatMap(Stream::ofNullable);
		}

		private int index(long number) {
			return (int) (number % this.places.length());
		}

	}

	private static final class Remover {

		private final String by;

		private long removed;

		Remover(String by) {
			this.by = by;
		}

	}

}
