package com.example.clinic;

import java.time.Duration;

import dev.yoil.ehcache.test.AutoConfigureEhCache;
import dev.yoil.ehcache.test.CacheTester;
import dev.yoil.ehcache.test.TestClock;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.cache.CacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ClinicTests {

	@Nested
	@SpringBootTest
	@AutoConfigureEhCache
	class WithCaches {

		private final Owners owners;

		private final Vets vets;

		private final CacheTester caches;

		private final TestClock clock;

		@Autowired
		WithCaches(Owners owners, Vets vets, CacheTester caches, TestClock clock) {
			this.owners = owners;
			this.vets = vets;
			this.caches = caches;
			this.clock = clock;
		}

		@RepeatedTest(2)
		void usesTheCachesAndTheClock() {
			this.owners.name(1);
			this.caches.change(() -> this.owners.rename(1, "Franklin")).evictsExactly("owners", 1L);
			this.vets.on("MONDAY");
			this.clock.advance(Duration.ofMinutes(10));
			assertThat(this.caches.cache("vets")).loadedOnce("MONDAY").containsOnlyKeys();
		}

	}

	@Nested
	@SpringBootTest
	class WithoutTheAnnotation {

		@Test
		void keepsItsSettings(@Autowired ApplicationContext context) {
			assertThat(context.getBean(CacheManager.class)).isInstanceOf(NoOpCacheManager.class);
			assertThat(context.getBeanProvider(TestClock.class).stream()).isEmpty();
		}

	}

	@Nested
	@SpringBootTest
	@AutoConfigureEhCache
	@Import(ConcurrentMapCacheManager.class)
	class WithAnotherCacheManager {

		@Test
		void tellsWhyThereAreNoCaches(@Autowired CacheTester caches) {
			assertThatIllegalArgumentException().isThrownBy(() -> caches.cache("vets"))
				.withMessageContaining("The context has no EhCacheCacheManager", "another CacheManager");
		}

	}

}
