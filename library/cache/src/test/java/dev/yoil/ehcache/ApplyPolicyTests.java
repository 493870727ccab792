package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache.ValueRetrievalException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Changes of the policy of a cache in use.
 */
@Timeout(30)
class ApplyPolicyTests {

	private final Deque<Runnable> background = new ArrayDeque<>();

	private final AtomicInteger loads = new AtomicInteger();

	private TestCaches caches;

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void keepsEntriesAsTheyAre() {
		EhCacheCache cache = cache("ttl='200s'");
		cache.put("key", "one");
		cache.put("key", "two");
		advance(5);
		cache.get("key");
		advance(5);
		StoredEntry before = cache.index().find("key");
		this.caches.apply(100, "ttl='600s' tti='300s'");
		assertThat(this.caches.cache()).isSameAs(cache);
		assertThat(this.caches.manager().getCache("cache")).isSameAs(cache);
		StoredEntry entry = cache.index().find("key");
		assertThat(entry).isSameAs(before);
		assertThat(entry.version()).isEqualTo(2);
		assertThat(entry.hits()).isOne();
		assertThat(entry.createdAt()).isEqualTo(now() - 10_000);
		assertThat(entry.lastAccessedAt()).isEqualTo(now() - 5_000);
		assertThat(TestCaches.removals(cache)).extracting(Removal::cause).containsExactly(RemovalCause.REPLACED);
		assertThat(cache.statistics().puts()).isEqualTo(2);
		assertThat(cache.declared().policy().ttl()).hasSeconds(600);
	}

	@Test
	void longerTtlCountsFromWhenTheValueWasStored() {
		EhCacheCache cache = cache("ttl='100s'");
		cache.put("key", "value");
		advance(99);
		this.caches.apply(100, "ttl='200s'");
		advance(100);
		assertThat(cache.get("key")).isNotNull();
		advance(1);
		assertThat(cache.get("key")).isNull();
		assertThat(TestCaches.removals(cache)).extracting(Removal::cause).containsExactly(RemovalCause.EXPIRED_TTL);
	}

	@Test
	void shorterTtlCountsFromWhenTheValueWasStored() {
		EhCacheCache cache = cache("ttl='200s'");
		cache.put("older", "value");
		advance(1);
		cache.put("newer", "value");
		advance(99);
		// Read in this very millisecond, after its new end.
		cache.get("older");
		this.caches.apply(100, "ttl='100s'");
		assertThat(cache.get("older")).isNull();
		assertThat(cache.get("newer")).isNotNull();
		assertThat(cache.index().size()).isOne();
		assertThat(TestCaches.removals(cache)).extracting(Removal::cause).containsExactly(RemovalCause.EXPIRED_TTL);
		advance(1);
		assertThat(cache.get("newer")).isNull();
		assertThat(cache.statistics().expirations()).isEqualTo(2);
	}

	@Test
	void ttlCanBeAddedAndRemoved() {
		EhCacheCache cache = cache("");
		cache.put("key", "value");
		advance(50);
		this.caches.apply(100, "ttl='100s'");
		advance(49);
		this.caches.apply(100, "");
		advance(1_000);
		assertThat(cache.get("key")).isNotNull();
		this.caches.apply(100, "ttl='100s'");
		assertThat(cache.get("key")).isNull();
	}

	@Test
	void ttiCountsFromTheLastAccess() {
		EhCacheCache cache = cache("tti='100s'");
		cache.put("key", "value");
		advance(60);
		cache.get("key");
		advance(30);
		this.caches.apply(100, "tti='31s'");
		assertThat(cache.get("key")).isNotNull();
		advance(30);
		this.caches.apply(100, "tti='200s'");
		advance(169);
		assertThat(cache.get("key")).isNotNull();
		advance(199);
		this.caches.apply(100, "tti='199s'");
		assertThat(cache.get("key")).isNull();
		assertThat(TestCaches.removals(cache)).extracting(Removal::cause).containsExactly(RemovalCause.EXPIRED_TTI);
	}

	@Test
	void anAccessStillProlongsAnEntry() {
		EhCacheCache cache = cache("ttl='100s'");
		cache.put("key", "value");
		this.caches.apply(100, "tti='10s'");
		for (int i = 0; i < 20; i++) {
			advance(9);
			assertThat(cache.get("key")).isNotNull();
		}
	}

	@Test
	void untilCountsFromWhenTheValueWasRead() {
		// It is noon in Seoul.
		EhCacheCache cache = cache("");
		cache.get("before", () -> {
			advance(7_200);
			return "value";
		});
		cache.put("after", "value");
		this.caches.apply(100, "until='0 0 13 * * *'");
		assertThat(cache.get("before")).as("read at noon, stored at two").isNull();
		assertThat(cache.get("after")).isNotNull();
		assertThat(TestCaches.removals(cache)).extracting(Removal::cause).containsExactly(RemovalCause.UNTIL);
		this.caches.apply(100, "until='0 0 15 * * *'");
		advance(3_600);
		assertThat(cache.get("after")).isNull();
	}

	@Test
	void untilCanBeRemoved() {
		EhCacheCache cache = cache("until='0 0 13 * * *'");
		cache.put("key", "value");
		this.caches.apply(100, "");
		advance(7_200);
		assertThat(cache.get("key")).isNotNull();
	}

	@Test
	void entriesBecomeStaleInsteadOfLeaving() {
		EhCacheCache cache = cache("ttl='200s'");
		cache.put("key", "old");
		advance(100);
		this.caches.apply(100, "ttl='50s' stale-if-error='100s'");
		assertThat(cache.get("key")).as("expired").isNull();
		assertThat(cache.<Object>get("key", () -> {
			throw new IllegalStateException("down");
		})).isEqualTo("old");
		assertThat(cache.statistics().staleServed()).isOne();
		advance(50);
		assertFails(cache);
	}

	@Test
	void staleEntriesLeaveWithoutStaleIfError() {
		EhCacheCache cache = cache("ttl='50s' stale-if-error='10m'");
		cache.put("key", "old");
		advance(60);
		this.caches.apply(100, "ttl='50s'");
		assertThat(cache.get("key")).isNull();
		assertThat(cache.index().size()).isZero();
		assertFails(cache);
	}

	private static void assertFails(EhCacheCache cache) {
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get("key", () -> {
			throw new IllegalStateException("down");
		}));
	}

	@Test
	void refreshAfterCountsFromWhenTheValueWasStored() {
		EhCacheCache cache = cache("ttl='200s'");
		cache.put("key", 0);
		advance(100);
		cache.get("key", this.loads::incrementAndGet);
		assertThat(this.background).isEmpty();
		this.caches.apply(100, "ttl='200s' refresh-after='100s'");
		cache.get("key", this.loads::incrementAndGet);
		assertThat(this.background).hasSize(1);
	}

	@Test
	void nullTtlAppliesToPresentEntries() {
		EhCacheCache cache = cache("ttl='200s'");
		cache.put("null", null);
		cache.put("value", "value");
		advance(5);
		this.caches.apply(100, "ttl='200s' null-ttl='5s'");
		assertThat(cache.get("null")).isNull();
		assertThat(cache.get("value")).isNotNull();
	}

	@Test
	void jitterAppliesToPresentEntries() {
		EhCacheCache cache = cache("ttl='100s'");
		IntStream.range(0, 100).forEach((key) -> cache.put(key, key));
		advance(75);
		this.caches.apply(100, "ttl='100s' jitter='50%'");
		assertThat(cache.index().size()).isBetween(30L, 70L);
		assertThat(IntStream.range(0, 100).filter((key) -> cache.get(key) != null)).hasSize((int) cache.index().size());
	}

	@Test
	void loadTimeoutAppliesToLaterWaits() throws Exception {
		EhCacheCache cache = cache("ttl='200s' load-timeout='1h'");
		this.caches.apply(100, "ttl='200s' load-timeout='1ms'");
		CountDownLatch started = new CountDownLatch(1);
		CountDownLatch release = new CountDownLatch(1);
		Thread loader = new Thread(() -> cache.get("key", () -> {
			started.countDown();
			release.await();
			return "value";
		}));
		loader.start();
		started.await();
		assertThatExceptionOfType(LoadTimeoutException.class).isThrownBy(() -> cache.get("key", () -> "other"));
		release.countDown();
		loader.join();
	}

	@Test
	void softTimeoutAppliesToLaterLoads() {
		EhCacheCache cache = cache("ttl='50s' stale-if-error='10m'");
		cache.put("key", "old");
		advance(60);
		this.caches.apply(100, "ttl='50s' stale-if-error='10m' soft-timeout='1ms'");
		CountDownLatch release = new CountDownLatch(1);
		assertThat(cache.get("key", () -> {
			release.await();
			return "new";
		})).isEqualTo("old");
		release.countDown();
	}

	@Test
	void expiredEntriesBecomeFreshUnderALongerTtl() {
		EhCacheCache cache = cache("ttl='50s'");
		cache.put("key", "value");
		advance(60);
		this.caches.apply(100, "ttl='100s'");
		assertThat(cache.get("key")).isNotNull();
		advance(40);
		assertThat(cache.get("key")).isNull();
	}

	@Test
	void keepsTheOrderOfUse() {
		this.caches = TestCaches.of(4, "ttl='200s'");
		EhCacheCache cache = this.caches.cache();
		for (String key : new String[] { "a", "b", "c", "d" }) {
			cache.put(key, key);
			advance(1);
		}
		cache.get("a");
		advance(1);
		this.caches.apply(4, "ttl='300s'");
		cache.put("e", "e");
		assertThat(cache.index().find("b")).as("the least recently used").isNull();
		advance(1);
		cache.put("f", "f");
		assertThat(cache.index().find("c")).isNull();
		assertThat(cache.index().find("a")).isNotNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "ttl='100s'", "ttl='100s' stale-if-error='10s'", "tti='100s'" })
	void laterEntriesLiveByTheNewPolicy(String policy) {
		EhCacheCache cache = cache("ttl='500s'");
		this.caches.apply(100, policy);
		cache.put("key", "value");
		advance(100);
		assertThat(cache.get("key")).isNull();
	}

	@Test
	void tellsListenersNothing() {
		this.caches = TestCaches.declaring("""
				<listeners><listener><class>dev.yoil.ehcache.ListenerTests$Recorder</class>
				<event-firing-mode>SYNCHRONOUS</event-firing-mode><event-ordering-mode>ORDERED</event-ordering-mode>
				<events-to-fire-on>UPDATED</events-to-fire-on><events-to-fire-on>EXPIRED</events-to-fire-on>
				</listener></listeners><heap>10</heap><y:policy ttl='200s'/>""");
		EhCacheCache cache = this.caches.cache();
		ListenerTests.Recorder.EVENTS.clear();
		cache.put("key", "value");
		this.caches.manager()
			.apply(TestCaches
				.read(TestCaches.HEAD + "<cache alias='cache'><heap>10</heap><y:policy ttl='300s'/></cache></config>"));
		assertThat(cache.declared().policy().ttl()).hasSeconds(300);
		assertThat(ListenerTests.Recorder.EVENTS).isEmpty();
		assertThat(cache.declared().listeners()).as("not live").hasSize(1);
	}

	@Test
	void readersDuringTheChangeFindNothingExpired() {
		EhCacheCache cache = cache("ttl='200s'");
		List<Object> found = new CopyOnWriteArrayList<>();
		cache.put(new Key("a"), "value");
		cache.put(new Key("b"), "value");
		advance(100);
		// Called when the change gets to the first entry, before it gets to the second.
		Key.onUse = (first) -> {
			Key.onUse = (other) -> {
			};
			found.add(Optional.ofNullable(cache.get(new Key(first.name.equals("a") ? "b" : "a"))));
		};
		this.caches.apply(100, "ttl='50s'");
		assertThat(found).containsExactly(Optional.empty());
	}

	/** A key that reports each use. */
	private record Key(String name) {

		static Consumer<Key> onUse = (key) -> {
		};

		@Override
		public boolean equals(Object other) {
			return other instanceof Key that && this.name.equals(that.name);
		}

		@Override
		public int hashCode() {
			onUse.accept(this);
			return this.name.hashCode();
		}

	}

	private EhCacheCache cache(String policy) {
		this.caches = TestCaches.of(100, policy, this.background::add);
		return this.caches.cache();
	}

	private void advance(int seconds) {
		this.caches.clock().advance(Duration.ofSeconds(seconds));
	}

	private long now() {
		return this.caches.clock().millis();
	}

}
