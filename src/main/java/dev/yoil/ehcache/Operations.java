package dev.yoil.ehcache;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.OperatorActions;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.statistics.Bypass;
import org.jspecify.annotations.Nullable;

/**
 * Does what an operator asks of one cache.
 */
final class Operations implements OperatorActions {

	private final CacheWrites writes;

	private final EntryStore store;

	private final EntryIndex index;

	private final Freshness freshness;

	private final TierLoads tier;

	private final String by;

	Operations(CacheWrites writes, EntryStore store, EntryIndex index, Freshness freshness, TierLoads tier, String by) {
		this.tier = tier;
		this.writes = writes;
		this.store = store;
		this.index = index;
		this.freshness = freshness;
		this.by = by;
	}

	@Override
	public @Nullable Removed remove(long sequence) {
		Object key = key(sequence);
		if (key == null) {
			return null;
		}
		return new Removed(List.of(key),
				this.tier.forget(List.of(key), () -> this.writes.remove(key, sequence, this.by)));
	}

	@Override
	public @Nullable Object key(long sequence) {
		return this.index.entriesAfter(sequence - 1)
			.findFirst()
			.filter((first) -> first.getValue().sequence() == sequence)
			.map(Map.Entry::getKey)
			.orElse(null);
	}

	@Override
	public Removed remove(Predicate<Object> keys) {
		// First, so that a load that is just storing its value is met among the entries.
		this.writes.voidLoadsIf(keys);
		List<Object> matching = matching(keys);
		return new Removed(matching, this.tier.forget(matching, () -> this.writes.removeAll(matching, this.by)));
	}

	@Override
	public List<Object> matching(Predicate<Object> keys) {
		return this.index.entriesAfter(0).map(Map.Entry::getKey).filter(keys).toList();
	}

	@Override
	public long clear() {
		return this.tier.forgetAll(() -> this.writes.clear(null, this.by));
	}

	@Override
	public Bypassed bypass() {
		// Against an end of the bypass that comes before the last load is void.
		synchronized (this.store) {
			Bypass already = this.store.bypassed();
			if (already != null) {
				return new Bypassed(already, false, 0);
			}
			Bypass bypass = new Bypass(Instant.ofEpochMilli(this.freshness.time().toWall(this.freshness.now())),
					this.by);
			return new Bypassed(bypass, true, this.writes.beginBypass(bypass));
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
