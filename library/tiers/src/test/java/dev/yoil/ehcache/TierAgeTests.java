package dev.yoil.ehcache;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueRetrievalException;

import static dev.yoil.ehcache.SharingInstances.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The ages of values in each kind of tier, and what follows from them.
 */
class TierAgeTests extends TierContract {

	@Test
	void countsAgeFromTheLoad() {
		long loadedAt = this.clock.millis();
		start().get(KEY, loading("value"));
		this.clock.advance(Duration.ofSeconds(150));
		Cache restarted = start();
		assertThat(restarted.get(KEY, loading("unused"))).isEqualTo("value");
		assertThat(cache().index().find(KEY).createdAt()).isEqualTo(loadedAt);
		this.clock.advance(Duration.ofSeconds(50));
		assertThat(restarted.get(KEY, loading("new"))).isEqualTo("new");
	}

	@ParameterizedTest
	@ValueSource(longs = { 201, -2 })
	void ignoresValuesThatAreExpiredOrFromTheFuture(long seconds) {
		start().get(KEY, loading("old"));
		this.clock.advance(Duration.ofSeconds(seconds));
		assertThat(start().get(KEY, loading("new"))).isEqualTo("new");
		assertThat(start().get(KEY, loading("unused"))).as("replaced value").isEqualTo("new");
	}

	@Test
	void countsTheAgeOfACachedNullFromTheLoad() {
		this.policy = "ttl='200s' null-ttl='20s'";
		start().get(KEY, loading(null));
		this.clock.advance(Duration.ofSeconds(19));
		Cache restarted = start();
		assertThat(restarted.get(KEY, loading("unused"))).isNull();
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(restarted.get(KEY, loading("new"))).isEqualTo("new");
	}

	@Test
	void isExpiredAtTheSameJitteredAge() {
		this.policy = "ttl='200s' jitter='99%'";
		start().get(KEY, loading("value"));
		long left = Objects.requireNonNull(cache().peek(KEY)).timeLeft();
		assertThat(left).isLessThan(200_000);
		this.clock.advance(Duration.ofMillis(left - 1));
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
		this.clock.advance(Duration.ofMillis(1));
		assertThat(start().get(KEY, loading("new"))).isEqualTo("new");
		assertThat(cache().statistics().tierHits()).as("of fresh values").isZero();
	}

	@Test
	void endsAtACalendarMomentThatCameDuringARestart() {
		this.policy = "until='0 0 0 * * *' zone='UTC'";
		start().get(KEY, loading("today"));
		this.clock.advance(Duration.ofHours(24));
		assertThat(start().get(KEY, loading("tomorrow"))).isEqualTo("tomorrow");
	}

	@Test
	void findsNoValueThatIsIdle() {
		this.policy = "ttl='200s' tti='10s'";
		Cache cache = start();
		for (int i = 0; i < 3; i++) {
			assertThat(cache.get(KEY, loading("value " + i))).isEqualTo("value " + i);
			this.clock.advance(Duration.ofSeconds(10));
		}
		assertThat(start().get(KEY, loading("new"))).as("after a restart").isEqualTo("new");
		this.clock.advance(Duration.ofSeconds(9));
		assertThat(start().get(KEY, loading("unused"))).as("not idle").isEqualTo("new");
	}

	@Test
	void countsAccessesOfAValueThatLeftTheHeap() {
		this.policy = "ttl='200s' tti='10s'";
		this.heap = 1;
		Cache cache = start();
		cache.get(KEY, loading("value"));
		for (int i = 0; i < 4; i++) {
			this.clock.advance(Duration.ofSeconds(8));
			assertThat(cache.get(KEY, loading("unused"))).isEqualTo("value");
			this.clock.advance(Duration.ofSeconds(1));
			assertThat(cache.get("other", loading("evicts it"))).isEqualTo("evicts it");
			assertThat(cache().peek(KEY)).isNull();
			this.clock.advance(Duration.ofSeconds(8));
			assertThat(cache.get(KEY, loading("unused"))).as("from the tier").isEqualTo("value");
		}
		this.clock.advance(Duration.ofSeconds(1));
		cache.get("other", loading("evicts it"));
		this.clock.advance(Duration.ofSeconds(9));
		assertThat(cache.get(KEY, loading("new"))).as("idle below the heap").isEqualTo("new");
	}

	@Test
	void servesAnIdleValueAsStaleOnly() {
		this.policy = "ttl='200s' tti='10s' stale-if-error='20s'";
		start().get(KEY, loading("old"));
		this.clock.advance(Duration.ofSeconds(12));
		assertThat(start().get(KEY, failing())).isEqualTo("old");
		assertThat(Objects.requireNonNull(cache().peek(KEY)).timeLeft()).as("not fresh again").isNegative();
		this.clock.advance(Duration.ofSeconds(18));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> start().get(KEY, failing()));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void servesAStaleValueIfTheFirstLoadAfterARestartFails(boolean future) {
		this.policy = "ttl='200s' stale-if-error='10m'";
		start().get(KEY, loading("old"));
		this.clock.advance(Duration.ofSeconds(300));
		Cache cache = start();
		Object served = future
				? cache.retrieve(KEY, () -> CompletableFuture.failedFuture(new IllegalStateException("planted"))).join()
				: cache.get(KEY, failing());
		assertThat(served).isEqualTo("old");
		assertThat(cache().statistics().staleServed()).isOne();
		assertThat(cache().statistics().failedLoads()).isOne();
		// The next attempt is a second later, and in the background.
		assertThat(cache.get(KEY, loading("unused"))).isEqualTo("old");
		this.clock.advance(Duration.ofSeconds(2));
		cache.get(KEY, loading("new"));
		assertThat(cache.get(KEY, loading("unused"))).isEqualTo("new");
	}

	@Test
	void servesNoStaleValueAfterItsTimeOrAnErrorOrAChange() {
		this.policy = "ttl='200s' stale-if-error='10m'";
		start().get(KEY, loading("old"));
		this.clock.advance(Duration.ofSeconds(300));
		Cache cache = start();
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get(KEY, () -> {
			throw new NoClassDefFoundError("broken deployment");
		}));
		this.regions.changed("region");
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get(KEY, failing()));
		cache.get(KEY, loading("new"));
		this.clock.advance(Duration.ofSeconds(800));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> start().get(KEY, failing()));
	}

}
