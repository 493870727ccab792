package dev.yoil.ehcache.internal.inspect;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.CacheInternals;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.OperatorActions;
import dev.yoil.ehcache.internal.OperatorActions.Bypassed;
import dev.yoil.ehcache.internal.OperatorActions.Removed;
import dev.yoil.ehcache.internal.inspect.OperationSnapshot.Action;
import dev.yoil.ehcache.statistics.Bypass;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes what is in caches, at once and whether a transaction is open or not. Apart from
 * {@link CacheInspector}, so that who may look need not be who may change. What was read
 * before an operation began is not found in the cache after it.
 * <p>
 * Thread-safe. Operations are logged, without values, and the last hundred of each cache
 * kept.
 */
public final class CacheOperator {

	private static final Logger LOG = LoggerFactory.getLogger(CacheOperator.class);

	private static final int KEPT = 100;

	private final Clock clock;

	/** By the cache itself: managers may have caches of one name. */
	private final Map<EhCacheCache, Deque<OperationSnapshot>> operations = Collections
		.synchronizedMap(new WeakHashMap<>());

	CacheOperator(InspectedCaches caches) {
		this.clock = caches.clock();
	}

	/**
	 * Removes one entry, unless another one has its key by now.
	 * @param id the entry's sequence
	 * @param by who does it
	 * @param dryRun whether only to tell what would be done
	 * @return what was removed; nothing matched if the entry is gone
	 */
	public RemovalResult remove(EhCacheCache cache, long id, String by, boolean dryRun) {
		OperatorActions actions = CacheInternals.of(cache).operator(by);
		if (dryRun) {
			Object key = actions.key(id);
			return RemovalResult.of((key != null) ? List.of(key) : List.of(), 0, true);
		}
		Removed removed = actions.remove(id);
		if (removed == null) {
			return RemovalResult.of(List.of(), 0, false);
		}
		add(cache, by, Action.REMOVE, KeyText.of(removed.keys().get(0)), removed.count());
		return RemovalResult.of(removed.keys(), removed.count(), false);
	}

	/**
	 * Removes the entries whose keys have a text, which several may. What is being loaded
	 * for such a key is not stored.
	 * @param by who does it
	 * @param dryRun whether only to tell what would be done
	 * @return what was removed
	 */
	public RemovalResult remove(EhCacheCache cache, String key, String by, boolean dryRun) {
		return remove(cache, key::equals, by, dryRun, Action.REMOVE, key);
	}

	/**
	 * Removes the entries whose keys match a pattern, likewise.
	 * @param by who does it
	 * @param dryRun whether only to tell what would be done
	 * @return what was removed
	 */
	public RemovalResult remove(EhCacheCache cache, KeyPattern pattern, String by, boolean dryRun) {
		return remove(cache, pattern::matches, by, dryRun, Action.REMOVE_PATTERN, pattern.toString());
	}

	private RemovalResult remove(EhCacheCache cache, Predicate<String> texts, String by, boolean dryRun, Action action,
			String target) {
		OperatorActions actions = CacheInternals.of(cache).operator(by);
		Predicate<Object> keys = (key) -> texts.test(KeyText.of(key));
		if (dryRun) {
			return RemovalResult.of(actions.matching(keys), 0, true);
		}
		Removed removed = actions.remove(keys);
		add(cache, by, action, target, removed.count());
		return RemovalResult.of(removed.keys(), removed.count(), false);
	}

	/**
	 * Removes all entries of a cache. What is being loaded meanwhile is not stored.
	 * @return how many were removed whose time was not over
	 */
	public long clear(EhCacheCache cache, String by) {
		long removed = CacheInternals.of(cache).operator(by).clear();
		add(cache, by, Action.CLEAR, null, removed);
		return removed;
	}

	/**
	 * Bypasses a cache, unless it is bypassed already: until that is ended, or the
	 * service is started again, it serves nothing and stores nothing.
	 * @return since when it has been bypassed, and who began it
	 */
	public Bypass bypass(EhCacheCache cache, String by) {
		Bypassed bypassed = CacheInternals.of(cache).operator(by).bypass();
		if (bypassed.begun()) {
			add(cache, by, Action.BYPASS, null, bypassed.count());
		}
		return bypassed.bypass();
	}

	/**
	 * Uses a cache again, if it is bypassed. It is empty then.
	 */
	public void endBypass(EhCacheCache cache, String by) {
		if (CacheInternals.of(cache).operator(by).endBypass()) {
			add(cache, by, Action.END_BYPASS, null, 0);
		}
	}

	/**
	 * {@return the last operations on a cache, the latest first}
	 */
	public List<OperationSnapshot> operations(EhCacheCache cache, int limit) {
		Deque<OperationSnapshot> kept = kept(cache);
		synchronized (kept) {
			List<OperationSnapshot> latest = new ArrayList<>(kept);
			Collections.reverse(latest);
			return List.copyOf(latest.subList(0, Math.min(limit, latest.size())));
		}
	}

	private Deque<OperationSnapshot> kept(EhCacheCache cache) {
		return this.operations.computeIfAbsent(cache, (missing) -> new ArrayDeque<>());
	}

	private void add(EhCacheCache cache, String by, Action action, @Nullable String target, long removed) {
		Deque<OperationSnapshot> kept = kept(cache);
		synchronized (kept) {
			if (kept.size() == KEPT) {
				kept.removeFirst();
			}
			kept.addLast(new OperationSnapshot(this.clock.instant(), by, action, target, removed));
		}
		LOG.info("Cache '{}': {}{} by {}, entries removed: {}", cache.getName(), action,
				(target != null) ? " " + KeyText.quoted(target) : "", KeyText.quoted(by), removed);
	}

}
