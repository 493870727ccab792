package dev.yoil.ehcache.internal.inspect;

import java.time.Duration;
import java.util.List;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.inspect.RecordedEvents;
import dev.yoil.ehcache.statistics.Removal;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EventLogTests {

	@Test
	void keepsTheLastThousand() {
		try (TestCaches caches = TestCaches.of(10, "ttl='200s'")) {
			for (int i = 0; i < 2_500; i++) {
				caches.cache().put(i, i);
				caches.cache().evict(i);
			}
			assertThat(removals(caches)).hasSize(1_000).first().extracting(Removal::key).isEqualTo(2_499);
			assertThat(removals(caches)).last().extracting(Removal::key).isEqualTo(1_500);
		}
	}

	@Test
	void keepsReplacementsApartFromOtherRemovals() {
		try (TestCaches caches = TestCaches.of(10, "ttl='200s'")) {
			caches.cache().put("evicted", "a");
			caches.cache().evict("evicted");
			for (int i = 0; i < 1_500; i++) {
				caches.clock().advance(Duration.ofMillis(1));
				caches.cache().put("replaced", i);
			}
			assertThat(removals(caches)).hasSize(251).last().extracting(Removal::key).isEqualTo("evicted");
			assertThat(removals(caches)).first().extracting(Removal::version).isEqualTo(1_499L);
		}
	}

	private static List<Removal> removals(TestCaches caches) {
		return caches.cache().unwrap(RecordedEvents.class).removals();
	}

}
