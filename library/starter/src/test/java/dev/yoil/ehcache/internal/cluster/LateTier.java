package dev.yoil.ehcache.internal.cluster;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.internal.tier.TierLease;
import dev.yoil.ehcache.region.Regions;

import org.springframework.util.StringUtils;

/**
 * {@link PlantedFault#LATE_PUT}: names contain the version at the time of the put, not of
 * the read.
 */
final class LateTier implements SecondTier {

	private final Executor later = CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

	private final SecondTier tier;

	private final Regions regions;

	private final BooleanSupplier planted;

	LateTier(SecondTier tier, Regions regions, BooleanSupplier planted) {
		this.tier = tier;
		this.regions = regions;
		this.planted = planted;
	}

	@Override
	public CompletableFuture<TierLease> claim(String key) {
		if (!this.planted.getAsBoolean()) {
			return this.tier.claim(key);
		}
		return this.tier.claim(now(key)).thenApply((claim) -> (claim.found() != null) ? claim : refresh(key));
	}

	@Override
	public TierLease refresh(String key) {
		return !this.planted.getAsBoolean() ? this.tier.refresh(key) : new TierLease() {

			@Override
			public void store(byte[] value, Duration timeToLive) {
				LateTier.this.later.execute(() -> LateTier.this.tier.refresh(now(key)).store(value, timeToLive));
			}

		};
	}

	@Override
	public boolean isAvailable() {
		return this.tier.isAvailable();
	}

	/**
	 * Returns the name of a page with its current version.
	 */
	private String now(String key) {
		String[] parts = StringUtils.delimitedListToStringArray(key, ":");
		String page = parts[parts.length - 2];
		String region = CheckedPage.name(Integer.parseInt(page.substring(0, page.indexOf('/'))));
		return page + " " + this.regions.state(Set.of(region));
	}

}
