package dev.yoil.ehcache;

import java.util.function.Consumer;

import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Label;
import org.jspecify.annotations.Nullable;

/**
 * A load that its caller runs itself, and nobody shares: that of {@code @Cacheable}
 * without {@code sync}. The cache hears of it only when it takes the value, in whichever
 * thread, if there is one. It is stored as that of any other load: only if the key was
 * not written since.
 */
final class PlainLoad implements Consumer<@Nullable Object> {

	private final EhCacheCache cache;

	private final Object key;

	private final long since;

	private final Label label;

	private final long stamp;

	private final long begun;

	private final CacheLoadEvent event = new CacheLoadEvent();

	/**
	 * Begins a load: after a miss, and before the value is read.
	 */
	PlainLoad(EhCacheCache cache, Object key) {
		this.cache = cache;
		this.key = key;
		this.since = cache.writes().now();
		this.label = cache.writes().label(key);
		this.stamp = cache.writes().stamp(key);
		this.begun = System.nanoTime();
		this.event.begin();
	}

	@Override
	public void accept(@Nullable Object value) {
		counted(false);
		StoredEntry loaded = new StoredEntry(this.cache.toStoreValue(value), this.label, this.since);
		this.cache.writes().storeLoaded(this.key, loaded, this.stamp);
	}

	/**
	 * Counts the load, and does not store what came of it.
	 */
	void counted(boolean failed) {
		this.cache.counters().loaded(failed, System.nanoTime() - this.begun);
		this.event.record(this.cache.getName(), this.key, failed, 0, false);
	}

}
