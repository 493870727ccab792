package dev.yoil.ehcache;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.internal.tier.FakeTier;
import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.support.Background;
import dev.yoil.support.FakeClock;
import io.micrometer.context.ContextRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.core.task.TaskDecorator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Loads in other threads than their callers'. They see what is bound to the thread of the
 * caller that caused them.
 */
@Timeout(30)
class BackgroundContextTests {

	private static final ThreadLocal<@Nullable String> TENANT = new ThreadLocal<>();

	private static final String POLICY = "ttl='200s' refresh-after='150s' stale-if-error='10m'";

	private final FakeRegionTable table = new FakeRegionTable();

	private final Regions regions = Regions.shared(this.table, Duration.ofMinutes(10));

	private final FakeTier tier = new FakeTier();

	private final FakeClock clock = new FakeClock();

	private @Nullable EhCacheCacheManager manager;

	@BeforeEach
	void signIn() {
		TENANT.set("acme");
	}

	@AfterEach
	void close() {
		TENANT.remove();
		ContextRegistry.getInstance().removeThreadLocalAccessor("tenant");
		if (this.manager != null) {
			this.manager.destroy();
		}
	}

	@ParameterizedTest
	@EnumSource
	void isThatOfTheCallerByATaskDecorator(InBackground load) throws Exception {
		EhCacheCache cache = open(load, BackgroundContextTests::withTenant);
		assertThat(load.tenant(this, cache)).isEqualTo("acme");
	}

	@ParameterizedTest
	@EnumSource
	void isThatOfTheCallerByContextPropagation(InBackground load) throws Exception {
		ContextRegistry.getInstance().registerThreadLocalAccessor("tenant", TENANT);
		EhCacheCache cache = open(load, null);
		assertThat(load.tenant(this, cache)).isEqualTo("acme");
	}

	@Test
	void isCapturedOncePerLoadAndNotByHits() {
		AtomicInteger captured = new AtomicInteger();
		EhCacheCache cache = open(InBackground.REFRESH, (task) -> {
			captured.incrementAndGet();
			return task;
		});
		cache.put("key", "old");
		for (int i = 0; i < 10; i++) {
			cache.get("key", () -> "unused");
		}
		assertThat(captured).as("by hits").hasValue(0);
		this.clock.advance(Duration.ofSeconds(150));
		CountDownLatch end = new CountDownLatch(1);
		for (int i = 0; i < 10; i++) {
			cache.get("key", () -> {
				end.await();
				return "new";
			});
		}
		end.countDown();
		await().until(() -> "new".equals(cache.get("key", String.class)));
		assertThat(captured).as("by the refresh").hasValue(1);
	}

	@ParameterizedTest
	@EnumSource
	void leavesNoLoadInFlightIfADecoratorIsBroken(Broken decorator) {
		EhCacheCache cache = open(InBackground.SOFT_TIMEOUT, decorator);
		cache.put("key", "old");
		this.clock.advance(Duration.ofSeconds(150));
		assertThat(cache.get("key", () -> "unused")).as("with a refresh").isEqualTo("old");
		this.clock.advance(Duration.ofSeconds(50));
		assertThat(cache.get("key", () -> "new")).as("expired").isIn("old", "new");
		this.clock.advance(Duration.ofMinutes(11));
		assertThat(cache.get("key", () -> "new")).as("without a stale value").isEqualTo("new");
	}

	private static Runnable withTenant(Runnable task) {
		String tenant = TENANT.get();
		return () -> {
			TENANT.set(tenant);
			try {
				task.run();
			}
			finally {
				TENANT.remove();
			}
		};
	}

	private static String tenant() {
		return "" + TENANT.get();
	}

	private EhCacheCache open(InBackground load, @Nullable TaskDecorator decorator) {
		this.table.set(RegionTable.SECRET, 1);
		EhCacheCacheManager opened = new EhCacheCacheManager(TestCaches.read(TestCaches.HEAD
				+ "<cache alias='cache'><heap>10</heap><y:policy " + load.policy + "/></cache></config>"), this.clock,
				this.regions);
		if (decorator != null) {
			opened.addTaskDecorator(decorator);
		}
		opened.afterPropertiesSet();
		this.regions.catchUp();
		this.manager = opened;
		return opened.caches().get(0);
	}

	private enum Broken implements TaskDecorator {

		DOES_NOT_DECORATE {

			@Override
			public Runnable decorate(Runnable task) {
				throw new IllegalStateException("planted");
			}

		},

		DOES_NOT_RUN {

			@Override
			public Runnable decorate(Runnable task) {
				return () -> {
				};
			}

		},

		FAILS {

			@Override
			public Runnable decorate(Runnable task) {
				return () -> {
					throw new IllegalStateException("planted");
				};
			}

		};

	}

	private enum InBackground {

		REFRESH(POLICY) {

			@Override
			String tenant(BackgroundContextTests test, EhCacheCache cache) {
				cache.put("key", "old");
				test.clock.advance(Duration.ofSeconds(150));
				cache.get("key", BackgroundContextTests::tenant);
				return loaded(cache);
			}

		},

		REFRESH_OF_GET_ALL(POLICY) {

			@Override
			String tenant(BackgroundContextTests test, EhCacheCache cache) {
				cache.put("key", "old");
				test.clock.advance(Duration.ofSeconds(150));
				BulkOperations.of(cache)
					.getAll(List.of("key"), (keys) -> Map.of("key", BackgroundContextTests.tenant()));
				return loaded(cache);
			}

		},

		RETRY_AFTER_A_FAILURE(POLICY) {

			@Override
			String tenant(BackgroundContextTests test, EhCacheCache cache) {
				cache.put("key", "old");
				test.clock.advance(Duration.ofSeconds(200));
				cache.get("key", () -> {
					throw new IllegalStateException("planted");
				});
				test.clock.advance(Duration.ofSeconds(1));
				cache.get("key", BackgroundContextTests::tenant);
				return loaded(cache);
			}

		},

		SOFT_TIMEOUT(POLICY + " soft-timeout='1h'") {

			@Override
			String tenant(BackgroundContextTests test, EhCacheCache cache) {
				cache.put("key", "old");
				test.clock.advance(Duration.ofSeconds(200));
				return cache.get("key", BackgroundContextTests::tenant);
			}

		},

		RETRIEVE_BEHIND_A_TIER(POLICY) {

			@Override
			String tenant(BackgroundContextTests test, EhCacheCache cache) {
				TextTiers.attach(cache, List.of(), test.tier);
				test.tier.hold();
				CompletableFuture<String> value = cache.retrieve("key",
						() -> CompletableFuture.completedFuture(BackgroundContextTests.tenant()));
				Background.run(test.tier::letGo);
				return value.join();
			}

		},

		RETRIEVE_AFTER_AN_INTERRUPTED_LOAD(POLICY) {

			@Override
			String tenant(BackgroundContextTests test, EhCacheCache cache) throws InterruptedException {
				CountDownLatch begun = new CountDownLatch(1);
				Thread loader = new Thread(() -> cache.get("key", () -> {
					begun.countDown();
					new CountDownLatch(1).await();
					return "never";
				}));
				loader.setUncaughtExceptionHandler((thread, failure) -> {
				});
				loader.start();
				begun.await();
				CompletableFuture<String> value = cache.retrieve("key",
						() -> CompletableFuture.completedFuture(BackgroundContextTests.tenant()));
				loader.interrupt();
				return value.join();
			}

		};

		private final String policy;

		InBackground(String policy) {
			this.policy = policy;
		}

		abstract String tenant(BackgroundContextTests test, EhCacheCache cache) throws InterruptedException;

		private static String loaded(EhCacheCache cache) {
			await().until(() -> {
				CachedValue present = cache.peek("key");
				return present != null && !present.value().equals("old");
			});
			return cache.get("key", String.class);
		}

	}

}
