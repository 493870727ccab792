package dev.yoil.ehcache.internal.whatif;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Simulator of all caches with other capacities and times to live. It simulates nothing
 * before the first {@link #step()}. Thread-safe.
 */
public final class CacheSimulations {

	/** The time between steps: short, so that the buffers of lookups do not fill. */
	public static final Duration STEP = Duration.ofMillis(100);

	/** Entries whose mean size is a fair estimate for all. */
	private static final int ENOUGH = 100;

	private static final long DECAY_MILLIS = Duration.ofMinutes(1).toMillis();

	private static final Logger LOG = LoggerFactory.getLogger(CacheSimulations.class);

	private final InspectedCaches caches;

	private final Map<EhCacheCache, Fed> simulated = new WeakHashMap<>();

	/**
	 * Creates a simulator that simulates nothing yet.
	 */
	public CacheSimulations(InspectedCaches caches) {
		this.caches = caches;
	}

	/**
	 * Feeds the simulations with the lookups and writes since the last step. A cache
	 * whose configuration has changed gets a new simulation.
	 */
	public synchronized void step() {
		this.caches.all().forEach(this::step);
	}

	private void step(EhCacheCache cache) {
		Fed fed = this.simulated.get(cache);
		try {
			this.simulated.put(cache, (fed != null && fed.isFor(cache)) ? fed.step(cache) : Fed.start(cache));
		}
		catch (RuntimeException ex) {
			// Such as a key that cannot tell its regions.
			LOG.debug("Failed to simulate cache '{}'", cache.getName(), ex);
		}
	}

	/**
	 * {@return the figures of a cache so far; {@link WhatIf#NONE} if it is not simulated}
	 */
	public synchronized WhatIf of(EhCacheCache cache) {
		if (this.simulated.containsKey(cache)) {
			step(cache);
		}
		return latest(cache);
	}

	/**
	 * {@return the figures of a cache at the last step; {@link WhatIf#NONE} if it is not
	 * simulated}
	 */
	public static WhatIf latest(EhCacheCache cache) {
		return sampler(cache).result(cache.unwrap(EntryIndex.class).meanBytes());
	}

	private static LookupSampler sampler(EhCacheCache cache) {
		return cache.unwrap(LookupSampler.class);
	}

	/**
	 * A cache with the statistics at the last step.
	 *
	 * @param capacity the capacity in entries; 0 if it is not known yet
	 * @param decayAt the moment of the next decay
	 */
	private record Fed(DeclaredCache declared, long capacity, CacheStatistics before, long decayAt) {

		static Fed start(EhCacheCache cache) {
			EntryIndex index = cache.unwrap(EntryIndex.class);
			DeclaredCache declared = cache.declared();
			long capacity = capacity(declared, index);
			if (capacity == 0) {
				sampler(cache).start(null);
			}
			else {
				ElapsedTime time = index.time();
				sampler(cache)
					.start(new CacheSimulation(capacity, declared.policy(), cache.unwrap(CacheValidity.class)::regions,
							time::now, (since) -> time.ofWall(time.end(declared.policy().until(), since))));
			}
			return new Fed(declared, capacity, cache.statistics(), index.time().now() + DECAY_MILLIS);
		}

		/**
		 * Returns the capacity in entries, estimated for a cache that counts bytes; 0 if
		 * it is not known yet.
		 */
		private static long capacity(DeclaredCache declared, EntryIndex index) {
			if (declared.capacityBytes() == null) {
				return Objects.requireNonNull(declared.capacity());
			}
			double mean = index.meanBytes();
			return (index.size() >= ENOUGH && mean > 0) ? Math.max(1, (long) (declared.capacityBytes() / mean)) : 0;
		}

		boolean isFor(EhCacheCache cache) {
			DeclaredCache next = cache.declared();
			return Objects.equals(this.declared.capacity(), next.capacity())
					&& Objects.equals(this.declared.capacityBytes(), next.capacityBytes())
					&& this.declared.policy().equals(next.policy())
					&& (this.capacity > 0 || cache.unwrap(EntryIndex.class).size() < ENOUGH);
		}

		Fed step(EhCacheCache cache) {
			EntryIndex index = cache.unwrap(EntryIndex.class);
			CacheStatistics after = cache.statistics();
			long now = index.time().now();
			boolean decays = now >= this.decayAt;
			sampler(cache).advance(after.hits() - this.before.hits(), missed(after) - missed(this.before),
					after.loads() - this.before.loads(), after.loadNanos() - this.before.loadNanos(), decays);
			return new Fed(this.declared, this.capacity, after, decays ? now + DECAY_MILLIS : this.decayAt);
		}

		/** Returns the misses of callers that got no value without a load. */
		private static long missed(CacheStatistics statistics) {
			return statistics.misses() - statistics.bypasses() - statistics.staleServed();
		}

	}

}
