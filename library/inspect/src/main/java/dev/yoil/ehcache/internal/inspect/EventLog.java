package dev.yoil.ehcache.internal.inspect;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

import dev.yoil.ehcache.inspect.RecordedEvents;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.failure.Causes;
import dev.yoil.ehcache.spi.CacheListener;
import dev.yoil.ehcache.spi.CacheListenerFactory;
import dev.yoil.ehcache.spi.LoadOrigin;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * The recent events of one cache, as far as counters do not tell them. Thread-safe
 * without locks.
 */
public final class EventLog implements CacheListener, RecordedEvents {

	private static final int REMOVALS = 1_000;

	/** Few, so that a cache whose values are replaced all the time shows others, too. */
	private static final int REPLACEMENTS = 250;

	/** Enough removal requests to see whether their keys are read later. */
	private static final int REQUESTS_REMEMBERED = 1_000;

	private static final int LOADS_REMEMBERED = 100;

	private static final int LONGEST_ERROR = 300;

	/** The mark before the first removal. */
	public static final Mark START = new Mark(0, 0);

	private final CacheListenerFactory.Time time;

	private final Latest<Removal> removals = new Latest<>(REMOVALS);

	private final Latest<Removal> replacements = new Latest<>(REPLACEMENTS);

	private final Latest<LoadedValue> loads = new Latest<>(LOADS_REMEMBERED);

	private final RecentLoads recentLoads = new RecentLoads();

	private volatile @Nullable FailedLoad lastFailedLoad;

	private final GhostKeys evictedKeys;

	private final LongAdder missesAfterEviction = new LongAdder();

	private final GhostKeys unmatchedRequests;

	private final LongAdder unmatchedReadLater = new LongAdder();

	private volatile @Nullable Object lastUnmatched;

	EventLog(CacheListenerFactory.Time time) {
		this.time = time;
		this.evictedKeys = new GhostKeys(time::now);
		this.unmatchedRequests = new GhostKeys(time::now);
	}

	@Override
	public void missed(Object key) {
		if (this.evictedKeys.missed(key)) {
			this.missesAfterEviction.increment();
		}
		if (this.unmatchedRequests.missed(key)) {
			this.unmatchedReadLater.increment();
		}
	}

	@Override
	public void stored(Object key) {
		this.evictedKeys.forget(key);
	}

	@Override
	public void removalRequested(Object key, boolean present) {
		if (!present) {
			this.lastUnmatched = key;
			this.unmatchedRequests.add(key, Long.MAX_VALUE, REQUESTS_REMEMBERED);
		}
		this.evictedKeys.forget(key);
	}

	@Override
	public void removed(Removal removal) {
		((removal.cause() == RemovalCause.REPLACED) ? this.replacements : this.removals).add(removal);
	}

	@Override
	public void evicted(Object key, long expiresAt, long size) {
		this.evictedKeys.add(key, expiresAt, size);
	}

	@Override
	public void cleared() {
		this.evictedKeys.forgetAll();
	}

	@Override
	public void loaded(Object key, long nanos) {
		this.recentLoads.add(nanos);
	}

	@Override
	public void loadFailed(Object key, Throwable failure) {
		Throwable told = told(failure);
		String message = Causes.message(told);
		String error = told.getClass().getSimpleName() + ((message != null) ? ": " + message : "");
		this.lastFailedLoad = new FailedLoad(Instant.ofEpochMilli(this.time.toWall(this.time.now())),
				KeyText.recorded(key), KeyText.shortened(KeyText.wellFormed(error), LONGEST_ERROR));
	}

	/**
	 * Returns the last cause that JDBC has thrown. Its own cause, such as a refused
	 * connection, does not name the database. Without one, returns the last cause.
	 */
	private static Throwable told(Throwable failure) {
		return Causes.of(failure)
			.stream()
			.filter(SQLException.class::isInstance)
			.reduce((first, second) -> second)
			.orElseGet(() -> Causes.root(failure));
	}

	@Override
	public void loadStored(Object key, long version, long createdAt, LoadOrigin origin) {
		this.loads.add(new LoadedValue(key, version, createdAt, origin));
	}

	@Override
	public List<Removal> removals() {
		return removalsSince(START);
	}

	/**
	 * {@return a mark behind the last removal so far}
	 */
	public Mark mark() {
		return new Mark(this.removals.added(), this.replacements.added());
	}

	/**
	 * {@return the latest removals after a mark, newest first, at most 1,000}
	 */
	public List<Removal> removalsSince(Mark mark) {
		return Stream.concat(this.removals.since(mark.removals()), this.replacements.since(mark.replacements()))
			.sorted(Comparator.comparingLong(Removal::at).reversed())
			.limit(REMOVALS)
			.map((removal) -> new Removal(removal.key(), removal.cause(), this.time.toWall(removal.at()), removal.age(),
					removal.hits(), removal.version(), removal.by(), removal.region()))
			.toList();
	}

	@Override
	public long missesAfterEviction() {
		return this.missesAfterEviction.sum();
	}

	/**
	 * {@return the load of a value; {@code null} if it was put, or loaded too long ago}
	 * @param createdAt when the value was stored, by the wall clock as it is set now
	 */
	public @Nullable LoadSnapshot load(Object key, long version, long createdAt) {
		return this.loads.stream()
			.filter((loaded) -> loaded.version() == version && this.time.toWall(loaded.createdAt()) == createdAt
					&& loaded.key().equals(key))
			.map((loaded) -> LoadSnapshot.of(loaded.origin(), this.time))
			.findFirst()
			.orElse(null);
	}

	/**
	 * {@return the times of the latest successful loads; {@code null} before the first}
	 */
	@Nullable LoadTimes loadTimes() {
		return loadTimesSince(0);
	}

	/**
	 * {@return the number of successful loads so far}
	 */
	long loads() {
		return this.recentLoads.count();
	}

	/**
	 * {@return the times of the latest loads after a number of them; {@code null} for
	 * none}
	 */
	@Nullable LoadTimes loadTimesSince(long loads) {
		return this.recentLoads.timesSince(loads);
	}

	/**
	 * {@return the latest failed load; {@code null} if there was none}
	 */
	@Nullable FailedLoad lastFailedLoad() {
		return this.lastFailedLoad;
	}

	/**
	 * {@return the last key whose removal matched no entry; {@code null} if there was
	 * none}
	 */
	public @Nullable Object lastUnmatched() {
		return this.lastUnmatched;
	}

	/**
	 * {@return how many of the last thousand keys whose removal matched no entry were
	 * read later: such keys are created like the keys that are read}
	 */
	public long unmatchedReadLater() {
		return this.unmatchedReadLater.sum();
	}

	/**
	 * A place in the log.
	 *
	 * @param removals the number of removals before it, without replacements
	 * @param replacements the number of replacements before it
	 */
	public record Mark(long removals, long replacements) {
	}

	private record LoadedValue(Object key, long version, long createdAt, LoadOrigin origin) {
	}

	/** Creates the log of each cache. */
	public static final class Factory implements CacheListenerFactory {

		@Override
		public CacheListener create(String cache, Time time) {
			return new EventLog(time);
		}

	}

}
