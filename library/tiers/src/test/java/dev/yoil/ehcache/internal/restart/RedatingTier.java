package dev.yoil.ehcache.internal.restart;

import dev.yoil.ehcache.internal.tier.DiskTier;
import dev.yoil.ehcache.internal.tier.LocalTier;
import dev.yoil.ehcache.internal.tier.TierValue;
import org.jspecify.annotations.Nullable;

/**
 * {@link PlantedFault#AGE_FROM_START}: a tier whose earlier values are as old as the
 * process.
 */
final class RedatingTier extends LocalTier {

	private final LocalTier tier;

	private final long started;

	RedatingTier(LocalTier tier, long clock) {
		super(DiskTier.LEVEL, 0, "");
		this.tier = tier;
		this.started = System.currentTimeMillis() + clock;
	}

	@Override
	protected byte @Nullable [] read(String name) {
		byte[] found = this.tier.get(name);
		if (found == null) {
			return null;
		}
		TierValue value = TierValue.of(found);
		return new TierValue(value.codec(), Math.max(this.started, value.readAt()),
				Math.max(this.started, value.madeAt()), value.bytes())
			.toBytes();
	}

	@Override
	protected boolean write(String name, byte[] value) {
		this.tier.put(name, value);
		return true;
	}

	@Override
	protected void delete(String name) {
		this.tier.remove(name);
	}

	@Override
	protected boolean has(String name) {
		return this.tier.contains(name);
	}

	@Override
	protected Usage usage() {
		return new Usage(0, 0, 0);
	}

	@Override
	public void close() {
		this.tier.close();
	}

}
