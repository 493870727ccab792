package dev.yoil.ehcache.internal.tables;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is done for one request, or by one thread without a request: an eviction in it,
 * before or after a write, belongs to that write. Without a request, only if little time
 * is between. Times are milliseconds since the epoch. Thread-safe.
 */
final class UnitOfWork {

	private final boolean ofRequest;

	/** When the latest eviction was. Weak, because threads live longer than caches. */
	private final Map<TableReads, Long> evictions = Collections.synchronizedMap(new WeakHashMap<>());

	/** When the latest change of a region of each kind was. */
	private final Map<String, Long> changes = new ConcurrentHashMap<>();

	private volatile long writtenAt = Long.MIN_VALUE;

	UnitOfWork(boolean ofRequest) {
		this.ofRequest = ofRequest;
	}

	/**
	 * {@return when the evictions begin that belong to something at a time}
	 */
	private long since(long at) {
		return this.ofRequest ? Long.MIN_VALUE : at - TableWatch.PATIENCE.toMillis();
	}

	void writes(long now) {
		this.writtenAt = now;
	}

	boolean isWriting(long now) {
		return this.writtenAt > since(now);
	}

	void evicts(TableReads cache, long now) {
		this.evictions.put(cache, now);
	}

	/**
	 * {@return whether an eviction from a cache belongs to a write}
	 */
	boolean hasEvicted(TableReads cache, long writtenAt) {
		return hasEvictedSince(cache, since(writtenAt));
	}

	boolean hasEvictedSince(TableReads cache, long since) {
		Long at = this.evictions.get(cache);
		return at != null && at >= since;
	}

	void changes(Set<String> regions, long now) {
		regions.forEach((region) -> this.changes.put(kind(region), now));
	}

	/**
	 * {@return whether the change of a region of the same kind as one of these, such as
	 * that of another row, belongs to a write}
	 */
	boolean hasChangedLike(Set<String> regions, long writtenAt) {
		long since = since(writtenAt);
		return regions.stream()
			.map(UnitOfWork::kind)
			.map(this.changes::get)
			.anyMatch((at) -> at != null && at >= since);
	}

	/** Returns the letters that the name of a region begins with. */
	private static String kind(String region) {
		return region.substring(0, (int) region.chars().takeWhile(Character::isLetter).count());
	}

}
