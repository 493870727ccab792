package com.example.books;

import java.util.Map;

import dev.yoil.ehcache.EhCacheCacheManager;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * Prices in cents, by shop and ISBN. Each shop has its own cache. The map stands for a
 * database.
 */
@Service
public class Prices {

	private final Map<String, Integer> cents = Map.of("harbor/1", 1200, "station/1", 1400);

	private final EhCacheCacheManager caches;

	Prices(EhCacheCacheManager caches) {
		this.caches = caches;
	}

	/** Takes only shops that exist, because the first call for a shop creates its cache. */
	@Cacheable(cacheResolver = "cacheOfShop", key = "#isbn", sync = true)
	public Integer cents(String shop, String isbn) {
		return this.cents.get(shop + "/" + isbn);
	}

	/** Removes the cache of a shop, with its entries and meters. */
	public void close(String shop) {
		this.caches.remove("prices-" + shop);
	}

}
