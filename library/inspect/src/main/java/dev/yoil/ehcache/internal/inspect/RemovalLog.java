package dev.yoil.ehcache.internal.inspect;

import java.util.Comparator;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;

/**
 * The last entries that left a cache. Thread-safe without locks: removals at the same
 * moment may be logged in any order.
 */
public final class RemovalLog {

	private static final int CAPACITY = 1_000;

	/** Few, so that a cache whose values are replaced all the time shows others, too. */
	private static final int REPLACED = 250;

	static final Mark START = new Mark(0, 0);

	private final Latest<Removal> last = new Latest<>(CAPACITY);

	private final Latest<Removal> replaced = new Latest<>(REPLACED);

	/** Logs that an entry left, with a moment of the cache's clock. */
	void add(Removal removal) {
		((removal.cause() == RemovalCause.REPLACED) ? this.replaced : this.last).add(removal);
	}

	/**
	 * {@return a mark behind the last removal so far}
	 */
	Mark mark() {
		return new Mark(this.last.added(), this.replaced.added());
	}

	/**
	 * {@return the last removals after a mark, the latest first, with moments of the wall
	 * clock}
	 */
	List<Removal> since(Mark mark, LongUnaryOperator toWall) {
		return Stream.concat(this.last.since(mark.last()), this.replaced.since(mark.replaced()))
			.sorted(Comparator.comparingLong(Removal::at).reversed())
			.limit(CAPACITY)
			.map((removal) -> new Removal(removal.key(), removal.cause(), toWall.applyAsLong(removal.at()),
					removal.age(), removal.hits(), removal.version(), removal.by(), removal.region()))
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

}
