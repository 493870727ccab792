package dev.yoil.ehcache.inspect;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.OperatorActions;
import dev.yoil.ehcache.OperatorActions.Bypassed;
import dev.yoil.ehcache.OperatorActions.Removed;
import dev.yoil.ehcache.inspect.OperationSnapshot.Action;
import org.jspecify.annotations.Nullable;

/**
 * Changes what is in caches, at once and whether a transaction is open or not. Apart from
 * {@link CacheInspector}, so that who may look need not be who may change. What was read
 * before an operation began is not found in the cache after it.
 * <p>
 * Thread-safe. Where there is no cache of a name, nothing is done and the result is
 * empty. Operations are logged, without values.
 */
public final class CacheOperator {

	private final List<EhCacheCacheManager> managers;

	private final Clock clock;

	private final Operations operations = new Operations();

	/**
	 * Creates an operator.
	 * @param managers whose caches to change; none when caching is switched off
	 * @param clock tells when something was done
	 */
	public CacheOperator(List<EhCacheCacheManager> managers, Clock clock) {
		this.managers = List.copyOf(managers);
		this.clock = clock;
	}

	/**
	 * Takes out one entry, unless another one has its key by now.
	 * @param name the name of the cache
	 * @param id the entry's sequence
	 * @param by who does it
	 * @param dryRun whether only to tell what would be done
	 * @return what was taken out; nothing matched if the entry is gone
	 */
	public Optional<EvictionSnapshot> evict(String name, long id, String by, boolean dryRun) {
		return find(name).map((cache) -> evict(cache, id, by, dryRun));
	}

	private EvictionSnapshot evict(EhCacheCache cache, long id, String by, boolean dryRun) {
		OperatorActions actions = cache.operator(by);
		if (dryRun) {
			Object key = actions.key(id);
			return EvictionSnapshot.of((key != null) ? List.of(key) : List.of(), 0, true);
		}
		Removed evicted = actions.remove(id);
		if (evicted == null) {
			return EvictionSnapshot.of(List.of(), 0, false);
		}
		add(cache, by, Action.EVICT, KeyText.of(evicted.keys().get(0)), evicted.count());
		return EvictionSnapshot.of(evicted.keys(), evicted.count(), false);
	}

	/**
	 * Takes out the entries whose keys have a text. What is being loaded for such a key
	 * is not stored.
	 * @param name the name of the cache
	 * @param key the text; several keys may have it
	 * @param by who does it
	 * @param dryRun whether only to tell what would be done
	 * @return what was taken out
	 */
	public Optional<EvictionSnapshot> evict(String name, String key, String by, boolean dryRun) {
		return evict(name, (found) -> KeyText.of(found).equals(key), by, dryRun, Action.EVICT, key);
	}

	/**
	 * Takes out the entries whose keys match a pattern. What is being loaded for such a
	 * key is not stored.
	 * @param name the name of the cache
	 * @param pattern the pattern
	 * @param by who does it
	 * @param dryRun whether only to tell what would be done
	 * @return what was taken out
	 */
	public Optional<EvictionSnapshot> evict(String name, KeyPattern pattern, String by, boolean dryRun) {
		return evict(name, (key) -> pattern.matches(KeyText.of(key)), by, dryRun, Action.EVICT_PATTERN,
				pattern.toString());
	}

	private Optional<EvictionSnapshot> evict(String name, Predicate<Object> keys, String by, boolean dryRun,
			Action action, String target) {
		return find(name).map((cache) -> {
			OperatorActions actions = cache.operator(by);
			if (dryRun) {
				return EvictionSnapshot.of(actions.matching(keys), 0, true);
			}
			Removed evicted = actions.remove(keys);
			add(cache, by, action, target, evicted.count());
			return EvictionSnapshot.of(evicted.keys(), evicted.count(), false);
		});
	}

	/**
	 * Empties one cache. What is being loaded meanwhile is not stored.
	 * @param name its name
	 * @param by who does it
	 * @return whether there is a cache of that name
	 */
	public boolean clear(String name, String by) {
		Optional<EhCacheCache> found = find(name);
		found.ifPresent((cache) -> add(cache, by, Action.CLEAR, null, cache.operator(by).clear()));
		return found.isPresent();
	}

	/**
	 * Puts a cache to sleep, unless it is asleep. Until it is woken up, or the service is
	 * started again, it serves nothing and stores nothing.
	 * @param name its name
	 * @param by who does it
	 * @return since when it is asleep, and who was the first to put it to sleep
	 */
	public Optional<AsleepSnapshot> sleep(String name, String by) {
		return find(name).map((cache) -> {
			Bypassed bypassed = cache.operator(by).bypass();
			if (bypassed.begun()) {
				add(cache, by, Action.SLEEP, null, bypassed.count());
			}
			return AsleepSnapshot.of(bypassed.bypass());
		});
	}

	/**
	 * Wakes a cache up, if it is asleep. It is empty then.
	 * @param name its name
	 * @param by who does it
	 * @return whether there is a cache of that name
	 */
	public boolean wake(String name, String by) {
		Optional<EhCacheCache> found = find(name);
		found.filter((cache) -> cache.operator(by).endBypass())
			.ifPresent((cache) -> add(cache, by, Action.WAKE, null, 0));
		return found.isPresent();
	}

	/**
	 * Tells what was done to a cache last.
	 * @param name its name
	 * @param limit how many operations to tell at most, of a hundred that are kept
	 * @return the operations, the latest first
	 */
	public Optional<List<OperationSnapshot>> operations(String name, int limit) {
		return find(name).map((cache) -> this.operations.latest(name).stream().limit(limit).toList());
	}

	private void add(EhCacheCache cache, String by, Action action, @Nullable String target, long evicted) {
		this.operations.add(cache.getName(), new OperationSnapshot(this.clock.instant(), by, action, target, evicted));
	}

	private Optional<EhCacheCache> find(String name) {
		return this.managers.stream()
			.flatMap((manager) -> manager.caches().stream())
			.filter((cache) -> cache.getName().equals(name))
			.findFirst();
	}

}
