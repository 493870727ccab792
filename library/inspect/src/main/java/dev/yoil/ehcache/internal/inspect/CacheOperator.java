package dev.yoil.ehcache.internal.inspect;

import java.time.Clock;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;

import dev.yoil.ehcache.CacheEntry;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.internal.CacheOperations.Bypassed;
import dev.yoil.ehcache.internal.CacheOperations.Removed;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.inspect.OperationSnapshot.Action;
import dev.yoil.ehcache.statistics.Bypass;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operations on caches. They take effect at once, even in a transaction, and void loads
 * that began before them. Separate from {@link CacheInspector}, so that permissions to
 * read and to change can differ.
 * <p>
 * Thread-safe. Logs each operation, without values, and keeps the last 100 of each cache.
 */
public final class CacheOperator {

	private static final Logger LOG = LoggerFactory.getLogger(CacheOperator.class);

	private static final int KEPT = 100;

	private final Clock clock;

	/** The keys are not names, because managers may share names. */
	private final Map<EhCacheCache, Latest<OperationSnapshot>> operations = Collections
		.synchronizedMap(new WeakHashMap<>());

	/**
	 * Creates the operations on the caches.
	 */
	public CacheOperator(InspectedCaches caches) {
		this.clock = caches.clock();
	}

	/**
	 * Removes an entry, unless another entry has taken its key.
	 * @param id the sequence of the entry
	 * @param by the name of the operator
	 * @param dryRun whether to change nothing
	 * @return the removed entry; no match if it has left
	 */
	public RemovalResult remove(EhCacheCache cache, long id, String by, boolean dryRun) {
		if (dryRun) {
			return RemovalResult.of(CacheInspector.find(cache, id).map(CacheEntry::key).stream().toList(), 0, true);
		}
		Removed removed = operations(cache).remove(id, by);
		if (!removed.keys().isEmpty()) {
			add(cache, by, Action.REMOVE, KeyText.of(removed.keys().get(0)), removed.count(), false);
		}
		return RemovalResult.of(removed.keys(), removed.count(), false);
	}

	/**
	 * Removes the entries whose key has a text. Loads in flight of such keys are not
	 * stored.
	 * @param by the name of the operator
	 * @param dryRun whether to change nothing
	 */
	public RemovalResult remove(EhCacheCache cache, String key, String by, boolean dryRun) {
		return remove(cache, key::equals, by, dryRun, Action.REMOVE, key);
	}

	/**
	 * Removes the entries whose keys match a pattern. Loads in flight of such keys are
	 * not stored.
	 * @param by the name of the operator
	 * @param dryRun whether to change nothing
	 */
	public RemovalResult remove(EhCacheCache cache, KeyPattern pattern, String by, boolean dryRun) {
		return remove(cache, pattern::matches, by, dryRun, Action.REMOVE_PATTERN, pattern.toString());
	}

	private RemovalResult remove(EhCacheCache cache, Predicate<String> texts, String by, boolean dryRun, Action action,
			String target) {
		Predicate<Object> keys = (key) -> texts.test(KeyText.of(key));
		if (dryRun) {
			return RemovalResult.of(cache.entries().map(CacheEntry::key).filter(keys).toList(), 0, true);
		}
		Removed removed = operations(cache).remove(keys, by);
		add(cache, by, action, target, removed.count(), false);
		return RemovalResult.of(removed.keys(), removed.count(), false);
	}

	/**
	 * Removes the entries whose key has a text, and the entries of the same regions on
	 * the other instances, as {@code @CacheEvict} does.
	 * @param by the name of the operator
	 * @return the entries of this instance; no match if it has none, because it then does
	 * not know the regions, and the other instances remove nothing
	 */
	public RemovalResult removeEverywhere(EhCacheCache cache, String key, String by) {
		Removed removed = operations(cache).removeEverywhere((candidate) -> key.equals(KeyText.of(candidate)), by);
		if (!removed.keys().isEmpty()) {
			add(cache, by, Action.REMOVE, key, removed.count(), true);
		}
		return RemovalResult.of(removed.keys(), removed.count(), false);
	}

	/**
	 * Removes all entries of a cache. Loads in flight are not stored.
	 * @return the number of entries that had not expired
	 */
	public long clear(EhCacheCache cache, String by) {
		long removed = operations(cache).clear(by);
		add(cache, by, Action.CLEAR, null, removed, false);
		return removed;
	}

	/**
	 * Removes all entries of a cache on all instances. Loads in flight are not stored.
	 */
	public void clearEverywhere(EhCacheCache cache, String by) {
		add(cache, by, Action.CLEAR, null, operations(cache).clearEverywhere(by), true);
	}

	/**
	 * Bypasses a cache, unless it is bypassed already. It serves and stores nothing until
	 * the bypass ends or the service restarts.
	 * @return the start and the operator of the bypass
	 */
	public Bypass bypass(EhCacheCache cache, String by) {
		Bypassed bypassed = operations(cache).bypass(by);
		if (bypassed.begun()) {
			add(cache, by, Action.BYPASS, null, bypassed.count(), false);
		}
		return bypassed.bypass();
	}

	/**
	 * Ends the bypass of a cache, if any. The cache is empty then.
	 */
	public void endBypass(EhCacheCache cache, String by) {
		if (operations(cache).endBypass()) {
			add(cache, by, Action.END_BYPASS, null, 0, false);
		}
	}

	private static CacheOperations operations(EhCacheCache cache) {
		return cache.unwrap(CacheOperations.class);
	}

	/**
	 * {@return the last operations on a cache, the latest first}
	 */
	public List<OperationSnapshot> operations(EhCacheCache cache, int limit) {
		return kept(cache).stream().limit(limit).toList();
	}

	private Latest<OperationSnapshot> kept(EhCacheCache cache) {
		return this.operations.computeIfAbsent(cache, (missing) -> new Latest<>(KEPT));
	}

	private void add(EhCacheCache cache, String by, Action action, @Nullable String target, long removed,
			boolean everywhere) {
		kept(cache).add(new OperationSnapshot(this.clock.instant(), by, action, target, removed, everywhere));
		LOG.info("Cache '{}': {}{}{} by {}, entries removed: {}", cache.getName(), action,
				(target != null) ? " " + KeyText.quoted(target) : "", everywhere ? " on all instances" : "",
				KeyText.quoted(by), removed);
	}

}
