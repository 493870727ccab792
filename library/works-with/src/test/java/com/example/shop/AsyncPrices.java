package com.example.shop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Component;

/**
 * Cached prices that are returned as futures.
 */
@Component
class AsyncPrices {

	private final AtomicInteger last = new AtomicInteger();

	@Cacheable("prices")
	public CompletableFuture<Integer> of(String article) {
		return CompletableFuture.supplyAsync(this.last::incrementAndGet);
	}

	@CacheEvict("prices")
	public void change(String article) {
	}

	@Cacheable(cacheNames = "stock", sync = true)
	public CompletableFuture<Integer> inStock(String article) {
		return CompletableFuture.supplyAsync(this.last::incrementAndGet);
	}

	@CacheEvict("stock")
	public void deliver(String article) {
	}

}
