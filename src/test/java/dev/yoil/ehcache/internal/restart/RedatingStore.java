package dev.yoil.ehcache.internal.restart;

import dev.yoil.ehcache.internal.tier.ByteStore;
import dev.yoil.ehcache.internal.tier.TierValue;
import org.jspecify.annotations.Nullable;

/**
 * {@link PlantedFault#AGE_FROM_START}: a store whose earlier values are as old as the
 * process.
 */
final class RedatingStore implements ByteStore {

	private final ByteStore store;

	private final long started;

	RedatingStore(ByteStore store, long clock) {
		this.store = store;
		this.started = System.currentTimeMillis() + clock;
	}

	@Override
	public byte @Nullable [] get(String name) {
		byte[] found = this.store.get(name);
		if (found == null) {
			return null;
		}
		TierValue value = TierValue.of(found);
		return new TierValue(value.codec(), Math.max(this.started, value.readAt()),
				Math.max(this.started, value.madeAt()), value.bytes())
			.toBytes();
	}

	@Override
	public void put(String name, byte[] value) {
		this.store.put(name, value);
	}

	@Override
	public long entries() {
		return this.store.entries();
	}

	@Override
	public long bytes() {
		return this.store.bytes();
	}

	@Override
	public long evictions() {
		return this.store.evictions();
	}

	@Override
	public long failures() {
		return this.store.failures();
	}

	@Override
	public boolean isAvailable() {
		return this.store.isAvailable();
	}

	@Override
	public void close() {
		this.store.close();
	}

}
