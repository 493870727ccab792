package dev.yoil.ehcache;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.yoil.ehcache.internal.tier.DiskTier;
import dev.yoil.ehcache.internal.tier.FakeTier;
import dev.yoil.ehcache.internal.tier.LocalTier;
import dev.yoil.ehcache.internal.tier.MapTier;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.spi.LevelStatistics;
import dev.yoil.ehcache.spi.LowerLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static dev.yoil.ehcache.SharingInstances.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A local tier in front of a shared one.
 */
@Timeout(30)
class LocalTierTests extends TierInstance {

	private final Map<String, byte[]> values = new ConcurrentHashMap<>();

	private final MapTier tier = new MapTier(this.values, "build");

	private final FakeTier redis = new FakeTier();

	@Override
	List<LocalTier> local() {
		return List.of(this.tier);
	}

	@Override
	SecondTier shared() {
		return this.redis;
	}

	@Test
	void isAskedBeforeTheSharedTier() {
		start().get(KEY, loading("value"));
		assertThat(this.redis.values).hasSize(1);
		this.redis.values.clear();
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
		assertThat(this.redis.held()).as("claims of the first load only").isOne();
	}

	@Test
	void takesAValueOverFromTheSharedTier() {
		start().get(KEY, loading("value"));
		this.values.clear();
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
		this.redis.values.clear();
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
		assertThat(this.loads).hasValue(1);
	}

	@Test
	void leavesAnExpiredValueForAFreshOneOfTheSharedTier() {
		start().get(KEY, loading("old"));
		Map<String, byte[]> expired = Map.copyOf(this.values);
		this.clock.advance(Duration.ofSeconds(201));
		cache().get(KEY, loading("fresh"));
		this.values.putAll(expired);
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("fresh");
	}

	@Test
	void prefersTheLaterOfTwoExpiredValues() {
		this.policy = "ttl='200s' refresh-after='100s' stale-if-error='1h'";
		start().get(KEY, loading("old"));
		Map<String, byte[]> before = Map.copyOf(this.redis.values);
		this.clock.advance(Duration.ofSeconds(100));
		cache().get(KEY, loading("later"));
		this.redis.values.putAll(before);
		this.clock.advance(Duration.ofSeconds(300));
		assertThat(start().get(KEY, failing())).isEqualTo("later");
	}

	@Test
	void isInspectedWithoutATrace() {
		start().get(KEY, loading("value"));
		start().get(KEY, loading("unused"));
		start();
		LevelStatistics before = this.tier.statistics();
		assertThat(before.hits()).isOne();
		assertThat(before.misses()).isOne();
		assertThat(cache().unwrap(LowerLevel.class).levelsOf(KEY)).containsExactly(DiskTier.LEVEL);
		assertThat(cache().unwrap(LowerLevel.class).levelsOf("absent")).isEmpty();
		assertThat(this.tier.statistics()).isEqualTo(before);
		assertThat(cache().statistics().misses()).isZero();
		assertThat(cache().index().size()).as("not read into the heap").isZero();
	}

}
