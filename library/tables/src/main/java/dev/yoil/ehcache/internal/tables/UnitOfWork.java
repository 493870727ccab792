package dev.yoil.ehcache.internal.tables;

import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * What one thread does for one request, or without a request within a short time: an
 * eviction in it, before or after a write, belongs to that write. Thread-safe.
 */
final class UnitOfWork {

	private static final ThreadLocal<@Nullable UnitOfWork> PRESENT = new ThreadLocal<>();

	private final TableWatch watch;

	private final WeakReference<@Nullable Object> request;

	private final long begunAt;

	private final Set<TableReads> evicted = ConcurrentHashMap.newKeySet();

	private final Set<String> families = ConcurrentHashMap.newKeySet();

	private volatile boolean writing;

	private UnitOfWork(TableWatch watch, @Nullable Object request, long begunAt) {
		this.watch = watch;
		this.request = new WeakReference<>(request);
		this.begunAt = begunAt;
	}

	/**
	 * {@return the unit of the calling thread}
	 * @param request the present request; {@code null} for none
	 * @param now the time in milliseconds
	 */
	static UnitOfWork present(TableWatch watch, @Nullable Object request, long now) {
		UnitOfWork present = PRESENT.get();
		if (present == null || present.watch != watch || !present.request.refersTo(request)
				|| (request == null && now - present.begunAt >= TableWatch.PATIENCE.toMillis())) {
			present = new UnitOfWork(watch, request, now);
			PRESENT.set(present);
		}
		return present;
	}

	void writes() {
		this.writing = true;
	}

	boolean isWriting() {
		return this.writing;
	}

	void evicts(TableReads cache) {
		this.evicted.add(cache);
	}

	boolean hasEvicted(TableReads cache) {
		return this.evicted.contains(cache);
	}

	void changes(Set<String> regions) {
		regions.forEach((region) -> this.families.add(family(region)));
	}

	/**
	 * {@return whether it has changed a region of the same kind as one of these, such as
	 * that of another row}
	 */
	boolean hasChangedLike(Set<String> regions) {
		return !this.families.isEmpty() && regions.stream().map(UnitOfWork::family).anyMatch(this.families::contains);
	}

	/** Returns the letters that a name of a region begins with. */
	private static String family(String region) {
		int end = 0;
		while (end < region.length() && Character.isLetter(region.charAt(end))) {
			end++;
		}
		return (end > 0) ? region.substring(0, end) : region;
	}

}
