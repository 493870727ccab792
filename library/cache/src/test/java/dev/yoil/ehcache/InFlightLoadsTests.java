package dev.yoil.ehcache;

import java.time.Clock;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.ValueLimits;
import dev.yoil.ehcache.spi.CacheListener;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.Validity;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InFlightLoadsTests {

	private final EntryIndex index = new EntryIndex(CachePolicy.NO_EXPIRY, null, ValueLimits.NONE,
			new ElapsedTime(Clock.systemUTC()), CacheListener.NONE, CacheListener.Hits.NONE);

	private final CacheValidity validity = Validity.local().cache("cache", null);

	private final Label label = this.validity.label("key");

	private final InFlightLoads loads = new InFlightLoads(Validity.local());

	@Test
	void doNotJoinARefreshThatAnotherCallerTakesOver() {
		Load refresh = load(new StoredEntry("old", this.label));
		assertThat(this.loads.enter(refresh)).isSameAs(refresh);
		assertThat(refresh.takeOver()).as("the other caller, just before it replaces the refresh").isTrue();
		Load mine = load(null);
		assertThat(this.loads.enter(mine)).isSameAs(mine);
	}

	private Load load(@Nullable StoredEntry replaced) {
		return new Load(new LoadObservation(ObservationRegistry.NOOP, this.index, "cache", this.validity, "key",
				replaced != null), 0, this.label, replaced, false);
	}

}
