package dev.yoil.ehcache;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.internal.tier.FakeTier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueRetrievalException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The ages of values in a local tier, and what follows from them.
 */
@Timeout(30)
class LocalTierAgeTests extends LocalTierInstance {

	@Test
	void countsAgeFromTheLoad() {
		start().get(KEY, loading("value"));
		clock().advance(Duration.ofSeconds(150));
		Cache restarted = start();
		assertThat(restarted.get(KEY, loading("unused"))).isEqualTo("value");
		clock().advance(Duration.ofSeconds(50));
		assertThat(restarted.get(KEY, loading("new"))).isEqualTo("new");
	}

	@Test
	void countsTheAgeOfACachedNullFromTheLoad() {
		policy("ttl='200s' null-ttl='20s'");
		start().get(KEY, loading(null));
		clock().advance(Duration.ofSeconds(19));
		Cache restarted = start();
		assertThat(restarted.get(KEY, loading("unused"))).isNull();
		clock().advance(Duration.ofSeconds(1));
		assertThat(restarted.get(KEY, loading("new"))).isEqualTo("new");
	}

	@Test
	void isExpiredAtTheSameJitteredAge() {
		policy("ttl='200s' jitter='99%'");
		start().get(KEY, loading("value"));
		long left = Objects.requireNonNull(cache().peek(KEY)).timeLeft();
		assertThat(left).isLessThan(200_000);
		clock().advance(Duration.ofMillis(left - 1));
		Cache restarted = start();
		assertThat(restarted.get(KEY, loading("unused"))).isEqualTo("value");
		clock().advance(Duration.ofMillis(1));
		assertThat(start().get(KEY, loading("new"))).isEqualTo("new");
		assertThat(tier().statistics().hits()).as("of fresh values").isZero();
	}

	@Test
	void endsAtACalendarMomentThatCameDuringARestart() {
		policy("until='0 0 0 * * *' zone='UTC'");
		start().get(KEY, loading("today"));
		clock().advance(Duration.ofHours(24));
		assertThat(start().get(KEY, loading("tomorrow"))).isEqualTo("tomorrow");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void findsNoValueThatIsIdle(boolean inTheSharedTier) {
		policy("ttl='200s' tti='10s'");
		shared(inTheSharedTier ? new FakeTier() : null);
		Cache cache = start();
		for (int i = 0; i < 3; i++) {
			assertThat(cache.get(KEY, loading("value " + i))).isEqualTo("value " + i);
			clock().advance(Duration.ofSeconds(10));
			if (inTheSharedTier) {
				values().clear();
			}
		}
		assertThat(start().get(KEY, loading("new"))).as("after a restart").isEqualTo("new");
		clock().advance(Duration.ofSeconds(9));
		assertThat(start().get(KEY, loading("unused"))).as("not idle").isEqualTo("new");
	}

	@Test
	void countsAccessesOfAValueThatLeftTheHeap() {
		policy("ttl='200s' tti='10s'");
		heap(1);
		Cache cache = start();
		cache.get(KEY, loading("value"));
		for (int i = 0; i < 4; i++) {
			clock().advance(Duration.ofSeconds(8));
			assertThat(cache.get(KEY, loading("unused"))).isEqualTo("value");
			clock().advance(Duration.ofSeconds(1));
			assertThat(cache.get("other", loading("evicts it"))).isEqualTo("evicts it");
			assertThat(cache().peek(KEY)).isNull();
			clock().advance(Duration.ofSeconds(8));
			assertThat(cache.get(KEY, loading("unused"))).as("from the tier").isEqualTo("value");
		}
		clock().advance(Duration.ofSeconds(1));
		cache.get("other", loading("evicts it"));
		clock().advance(Duration.ofSeconds(9));
		assertThat(cache.get(KEY, loading("new"))).as("idle below the heap").isEqualTo("new");
	}

	@Test
	void servesAnIdleValueAsStaleOnly() {
		policy("ttl='200s' tti='10s' stale-if-error='20s'");
		start().get(KEY, loading("old"));
		clock().advance(Duration.ofSeconds(12));
		Cache cache = start();
		assertThat(cache.get(KEY, failing())).isEqualTo("old");
		assertThat(Objects.requireNonNull(cache().peek(KEY)).timeLeft()).as("not fresh again").isNegative();
		clock().advance(Duration.ofSeconds(18));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> start().get(KEY, failing()));
	}

	@Test
	void prefersTheLaterOfTwoExpiredValues() {
		policy("ttl='200s' refresh-after='100s' stale-if-error='1h'");
		FakeTier redis = new FakeTier();
		shared(redis);
		start().get(KEY, loading("old"));
		Map<String, byte[]> before = Map.copyOf(redis.values);
		clock().advance(Duration.ofSeconds(100));
		cache().get(KEY, loading("later"));
		redis.values.putAll(before);
		clock().advance(Duration.ofSeconds(300));
		assertThat(start().get(KEY, failing())).isEqualTo("later");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void servesAStaleValueIfTheFirstLoadAfterARestartFails(boolean future) {
		policy("ttl='200s' stale-if-error='10m'");
		start().get(KEY, loading("old"));
		clock().advance(Duration.ofSeconds(300));
		Cache cache = start();
		Object served = future
				? cache.retrieve(KEY, () -> CompletableFuture.failedFuture(new IllegalStateException("planted"))).join()
				: cache.get(KEY, failing());
		assertThat(served).isEqualTo("old");
		assertThat(cache().statistics().staleServed()).isOne();
		assertThat(cache().statistics().failedLoads()).isOne();
		// The next attempt is a second later, and in the background.
		assertThat(cache.get(KEY, loading("unused"))).isEqualTo("old");
		clock().advance(Duration.ofSeconds(2));
		cache.get(KEY, loading("new"));
		assertThat(cache.get(KEY, loading("unused"))).isEqualTo("new");
	}

	@Test
	void servesNoStaleValueAfterItsTimeOrAnErrorOrAChange() {
		policy("ttl='200s' stale-if-error='10m'");
		start().get(KEY, loading("old"));
		clock().advance(Duration.ofSeconds(300));
		Cache cache = start();
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get(KEY, () -> {
			throw new NoClassDefFoundError("broken deployment");
		}));
		regions().changed("region");
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get(KEY, failing()));
		cache.get(KEY, loading("new"));
		clock().advance(Duration.ofSeconds(800));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> start().get(KEY, failing()));
	}

}
