package dev.yoil.ehcache;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.CacheInternals;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.ehcache.spi.Validity;
import dev.yoil.ehcache.statistics.Bypass;
import org.jspecify.annotations.Nullable;

/**
 * The operations that inspection and operators perform on one cache. Thread-safe.
 */
record CacheOperations(CacheWrites writes, EntryStore store, EntryIndex index, Freshness freshness, LoadRunner runner,
		Validity manager, CacheValidity validity) implements CacheInternals {

	@Override
	public void attach(LowerLevel level) {
		this.runner.attach(level);
		this.index.onEviction((entry) -> {
			if (this.freshness.policy().tti() != null) {
				level.leftHeap(entry.key(), entry.lastAccessedAt(), this.freshness.time().toWall(entry.createdAt()));
			}
		});
	}

	@Override
	public LowerLevel level() {
		return this.runner.level();
	}

	@Override
	public @Nullable String state(Object key) {
		return this.validity.state(key);
	}

	@Override
	public Set<String> regions(Object key) {
		return this.validity.regions(key);
	}

	@Override
	public boolean isPurged() {
		return this.manager.isPurged();
	}

	@Override
	public void grown(Object key) {
		this.store.grown(key);
	}

	@Override
	public Removed remove(long sequence, String by) {
		return entry(sequence).map((found) -> this.writes.remove(found.getKey(), sequence, by))
			.orElse(new Removed(List.of(), 0));
	}

	@Override
	public Removed remove(Predicate<Object> matching, String by) {
		return this.writes.remove(matching, by);
	}

	@Override
	public long clear(String by) {
		return this.writes.clear(by);
	}

	@Override
	public Removed removeEverywhere(Predicate<Object> matching, String by) {
		return this.writes.removeEverywhere(matching, by);
	}

	@Override
	public long clearEverywhere(String by) {
		return this.writes.clearEverywhere(by);
	}

	@Override
	public Bypassed bypass(String by) {
		// Locked, so that the bypass cannot end before the last load is void.
		synchronized (this.store) {
			Bypass present = this.store.bypassed();
			if (present != null) {
				return new Bypassed(present, false, 0);
			}
			Bypass bypass = new Bypass(Instant.ofEpochMilli(this.freshness.time().toWall(this.freshness.now())), by);
			long removed = this.writes.beginBypass(bypass);
			return new Bypassed(bypass, true, removed);
		}
	}

	@Override
	public boolean endBypass() {
		synchronized (this.store) {
			boolean bypassed = this.store.bypassed() != null;
			this.store.endBypass();
			return bypassed;
		}
	}

}
