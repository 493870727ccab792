package dev.yoil.ehcache.inspect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import dev.yoil.ehcache.Bypass;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.KeyText;
import dev.yoil.ehcache.OperatorActions;
import dev.yoil.ehcache.OperatorActions.Bypassed;
import dev.yoil.ehcache.OperatorActions.Removed;
import dev.yoil.ehcache.inspect.OperationSnapshot.Action;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes what is in caches, at once and whether a transaction is open or not. Apart from
 * {@link CacheInspector}, so that who may look need not be who may change. What was read
 * before an operation began is not found in the cache after it.
 * <p>
 * Thread-safe. Where there is no cache of a name, nothing is done and the result is
 * empty. Operations are logged, without values, and the last hundred of each cache kept.
 */
public final class CacheOperator {

	private static final Logger LOG = LoggerFactory.getLogger(CacheOperator.class);

	private static final int KEPT = 100;

	private final InspectedCaches caches;

	private final Map<String, Deque<OperationSnapshot>> operations = new ConcurrentHashMap<>();

	CacheOperator(InspectedCaches caches) {
		this.caches = caches;
	}

	/**
	 * Removes one entry, unless another one has its key by now.
	 * @param name the name of the cache
	 * @param id the entry's sequence
	 * @param by who does it
	 * @param dryRun whether only to tell what would be done
	 * @return what was removed; nothing matched if the entry is gone
	 */
	public Optional<RemovalResult> remove(String name, long id, String by, boolean dryRun) {
		return this.caches.find(name).map((cache) -> remove(cache, id, by, dryRun));
	}

	private RemovalResult remove(EhCacheCache cache, long id, String by, boolean dryRun) {
		OperatorActions actions = cache.operator(by);
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
	 * Removes the entries whose keys have a text. What is being loaded for such a key is
	 * not stored.
	 * @param name the name of the cache
	 * @param key the text; several keys may have it
	 * @param by who does it
	 * @param dryRun whether only to tell what would be done
	 * @return what was removed
	 */
	public Optional<RemovalResult> remove(String name, String key, String by, boolean dryRun) {
		return remove(name, (found) -> KeyText.of(found).equals(key), by, dryRun, Action.REMOVE, key);
	}

	/**
	 * Removes the entries whose keys match a pattern. What is being loaded for such a key
	 * is not stored.
	 * @param name the name of the cache
	 * @param pattern the pattern
	 * @param by who does it
	 * @param dryRun whether only to tell what would be done
	 * @return what was removed
	 */
	public Optional<RemovalResult> remove(String name, KeyPattern pattern, String by, boolean dryRun) {
		return remove(name, (key) -> pattern.matches(KeyText.of(key)), by, dryRun, Action.REMOVE_PATTERN,
				pattern.toString());
	}

	private Optional<RemovalResult> remove(String name, Predicate<Object> keys, String by, boolean dryRun,
			Action action, String target) {
		return this.caches.find(name).map((cache) -> {
			OperatorActions actions = cache.operator(by);
			if (dryRun) {
				return RemovalResult.of(actions.matching(keys), 0, true);
			}
			Removed removed = actions.remove(keys);
			add(cache, by, action, target, removed.count());
			return RemovalResult.of(removed.keys(), removed.count(), false);
		});
	}

	/**
	 * Removes all entries of a cache. What is being loaded meanwhile is not stored.
	 * @param name its name
	 * @param by who does it
	 * @return whether there is a cache of that name
	 */
	public boolean clear(String name, String by) {
		Optional<EhCacheCache> found = this.caches.find(name);
		found.ifPresent((cache) -> add(cache, by, Action.CLEAR, null, cache.operator(by).clear()));
		return found.isPresent();
	}

	/**
	 * Bypasses a cache, unless it is bypassed already: until that is ended, or the
	 * service is started again, it serves nothing and stores nothing.
	 * @param name its name
	 * @param by who does it
	 * @return since when it has been bypassed, and who began it
	 */
	public Optional<Bypass> bypass(String name, String by) {
		return this.caches.find(name).map((cache) -> {
			Bypassed bypassed = cache.operator(by).bypass();
			if (bypassed.begun()) {
				add(cache, by, Action.BYPASS, null, bypassed.count());
			}
			return bypassed.bypass();
		});
	}

	/**
	 * Uses a cache again, if it is bypassed. It is empty then.
	 * @param name its name
	 * @param by who does it
	 * @return whether there is a cache of that name
	 */
	public boolean endBypass(String name, String by) {
		Optional<EhCacheCache> found = this.caches.find(name);
		found.filter((cache) -> cache.operator(by).endBypass())
			.ifPresent((cache) -> add(cache, by, Action.END_BYPASS, null, 0));
		return found.isPresent();
	}

	/**
	 * Returns the last operations on a cache.
	 * @param name its name
	 * @param limit how many operations to return at most
	 * @return the operations, the latest first
	 */
	public Optional<List<OperationSnapshot>> operations(String name, int limit) {
		return this.caches.find(name).map((cache) -> {
			Deque<OperationSnapshot> kept = kept(name);
			synchronized (kept) {
				List<OperationSnapshot> latest = new ArrayList<>(kept);
				Collections.reverse(latest);
				return List.copyOf(latest.subList(0, Math.min(limit, latest.size())));
			}
		});
	}

	private Deque<OperationSnapshot> kept(String name) {
		return this.operations.computeIfAbsent(name, (missing) -> new ArrayDeque<>());
	}

	private void add(EhCacheCache cache, String by, Action action, @Nullable String target, long removed) {
		Deque<OperationSnapshot> kept = kept(cache.getName());
		synchronized (kept) {
			if (kept.size() == KEPT) {
				kept.removeFirst();
			}
			kept.addLast(new OperationSnapshot(this.caches.clock().instant(), by, action, target, removed));
		}
		LOG.info("Cache '{}': {}{} by {}, entries removed: {}", cache.getName(), action,
				(target != null) ? " " + KeyText.quoted(target) : "", KeyText.quoted(by), removed);
	}

}
