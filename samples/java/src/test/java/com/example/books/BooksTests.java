package com.example.books;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.test.CacheTest;
import dev.yoil.ehcache.test.CacheTester;
import dev.yoil.ehcache.test.TestClock;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@CacheTest
@Import({ Books.class, Prices.class })
class BooksTests {

	private final Books books;

	private final Prices prices;

	private final EhCacheCacheManager manager;

	private final CacheTester caches;

	private final TestClock clock;

	private final TestObservationRegistry observed;

	@Autowired
	BooksTests(Books books, Prices prices, EhCacheCacheManager manager, CacheTester caches, TestClock clock,
			TestObservationRegistry observed) {
		this.books = books;
		this.prices = prices;
		this.manager = manager;
		this.caches = caches;
		this.clock = clock;
		this.observed = observed;
	}

	@BeforeEach
	void reset() {
		this.books.rename("1", "Walden");
		this.observed.clear();
		this.caches.reset();
	}

	@Test
	void loadsTitleOnceAndObservesLoad() {
		assertThat(this.books.title("1")).isEqualTo("Walden");
		assertThat(this.books.title("1")).isEqualTo("Walden");
		assertThat(this.caches.cache("titles")).loadedOnce("1").hasHits(1);
		TestObservationRegistryAssert.assertThat(this.observed).hasNumberOfObservationsWithNameEqualTo("cache.load", 1);
	}

	@Test
	void readsNewTitleAfterRename() {
		this.books.title("1");
		this.books.title("2");
		this.caches.change(() -> this.books.rename("1", "Life in the Woods"))
			.evictsExactly("titles", "1")
			.evictsNothingElse();
		assertThat(this.books.title("1")).isEqualTo("Life in the Woods");
	}

	@Test
	void readsNewTitlesAfterRenamingAll() {
		this.books.titles(List.of("1", "2"));
		this.caches.change(() -> this.books.renameAll("1", String::toUpperCase)).evictsExactly("titles", "1");
		assertThat(this.books.titles(List.of("1", "2"))).isEqualTo(Map.of("1", "WALDEN", "2", "Draft: Emma"));
	}

	@Test
	void findsMostReadTitlesWithoutReadingThem() {
		this.books.title("1");
		this.books.title("2");
		this.books.title("2");
		assertThat(this.books.mostRead(1)).containsExactly("2");
		assertThat(this.caches.cache("titles")).hasHits(1);
	}

	@Test
	void remembersUnknownBookBriefly() {
		assertThat(this.books.title("3")).isNull();
		this.clock.advance(Duration.ofSeconds(30));
		this.books.title("3");
		assertThat(this.caches.cache("titles")).hasLoads(2);
	}

	@Test
	void loadsDraftAgainAfterMinute() {
		this.books.title("2");
		this.clock.advance(Duration.ofMinutes(1));
		this.books.title("2");
		assertThat(this.caches.cache("titles")).hasLoads(2);
	}

	@Test
	void servesNoOldTitleOfWithdrawnBook() {
		this.books.rename("4", "Emma");
		this.books.title("4");
		this.books.withdraw("4");
		this.clock.advance(Duration.ofMinutes(10));
		assertThatExceptionOfType(Books.WithdrawnException.class).isThrownBy(() -> this.books.title("4"));
	}

	@Test
	void keepsPricesOfEachShopInItsOwnCache() {
		assertThat(this.prices.cents("harbor", "1")).isEqualTo(1200);
		assertThat(this.prices.cents("station", "1")).isEqualTo(1400);
		assertThat(this.caches.cache("prices-harbor")).loadedOnce("1");
		this.prices.close("harbor");
		assertThat(this.manager.created()).containsOnlyKeys("prices-station");
	}

	@Test
	void createsCacheFromTemplate() {
		this.manager.create("rentals", "prices").put("1", 300);
		assertThat(this.caches.cache("rentals")).containsOnlyKeys("1");
		assertThat(this.manager.remove("rentals")).isTrue();
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Observed {

		@Bean
		TestObservationRegistry observations() {
			return TestObservationRegistry.create();
		}

	}

}
