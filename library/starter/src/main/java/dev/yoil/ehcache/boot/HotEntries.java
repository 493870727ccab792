package dev.yoil.ehcache.boot;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.yoil.ehcache.CacheEntry;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cache.Cache;

/**
 * The entries of one cache that are in use, and are refreshed by a {@link CacheRefresh}.
 * It calls the method from outside, because a loader that Spring has passed to the cache
 * cannot be called twice: the second call would skip the advices behind that of the
 * cache, such as transactions. For one thread.
 *
 * @param <K> the type of the keys
 */
final class HotEntries<K> {

	/** The time between two steps. */
	static final Duration STEP = Duration.ofSeconds(1);

	/** The most refreshes that a step causes. */
	static final int MOST = 100;

	private static final Logger LOG = LoggerFactory.getLogger(CacheRefresh.class);

	/** The number of looks through the entries in {@code refresh-after}. */
	private static final int LOOKS = 20;

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

	private final EhCacheCacheManager manager;

	private final CacheRefresh<K> refresh;

	private final Clock clock;

	private Instant next = Instant.MIN;

	/** The entry behind which the next step goes on; 0 to begin again. */
	private long last;

	private boolean warned;

	/**
	 * Creates the refreshes of a cache.
	 * @throws EhcacheXmlException if its policy has no {@code refresh-after}
	 */
	HotEntries(EhCacheCacheManager manager, CacheRefresh<K> refresh, Clock clock) {
		this.manager = manager;
		this.refresh = refresh;
		this.clock = clock;
		manager.addCheck(this::check);
	}

	private void check(EhcacheXml file) {
		for (DeclaredCache cache : file.caches()) {
			if (cache.name().equals(this.refresh.cache()) && cache.policy().refreshAfter() == null) {
				throw new EhcacheXmlException(file, cache.place().policy(),
						"a CacheRefresh bean refreshes cache '" + cache.name() + "', which has no refresh-after.",
						"Add an age to its policy, such as refresh-after=\"9m\" with ttl=\"10m\", or remove the bean.");
			}
		}
	}

	/** Refreshes the entries that are due. */
	void step() {
		Instant now = this.clock.instant();
		Cache used = this.manager.getCache(this.refresh.cache());
		CachePolicy policy = (used != null) ? EhCacheCache.of(used).declared().policy() : CachePolicy.NO_EXPIRY;
		// A moment further ahead than any pause is from before the clock was set back.
		boolean early = now.isBefore(this.next) && !this.next.isAfter(now.plus(LONGEST_PAUSE));
		if (used == null || policy.refreshAfter() == null || early) {
			return;
		}
		List<CacheEntry> due = EhCacheCache.of(used)
			.entries(this.last)
			.filter((entry) -> entry.hits() > 0 && !entry.expired()
					&& policy.isRefreshedAt(Duration.between(entry.createdAt(), now).toMillis(), entry.key()))
			.limit(MOST)
			.toList();
		due.forEach(this::refresh);
		boolean more = due.size() == MOST;
		this.last = more ? due.get(MOST - 1).id() : 0;
		this.next = more ? now : now.plus(pause(policy.refreshAfter()));
	}

	private static Duration pause(Duration refreshAfter) {
		Duration pause = refreshAfter.dividedBy(LOOKS);
		return (pause.compareTo(LONGEST_PAUSE) < 0) ? pause : LONGEST_PAUSE;
	}

	@SuppressWarnings("unchecked") // the application names the type
	private void refresh(CacheEntry entry) {
		try {
			this.refresh.load().accept((K) entry.key());
		}
		catch (RuntimeException | Error ex) {
			if (!this.warned) {
				this.warned = true;
				LOG.warn("CacheRefresh of cache '{}' failed; further failures are not logged", this.refresh.cache(),
						ex);
			}
		}
	}

}
