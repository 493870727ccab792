package com.example.shop;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Component;

/**
 * Cached prices that rise with each load.
 */
@Component
class Prices {

	private final AtomicInteger last = new AtomicInteger();

	@Cacheable("prices")
	public int of(String article) {
		return this.last.incrementAndGet();
	}

	@CacheEvict("prices")
	public void change(String article) {
	}

	@Cacheable(cacheNames = "stock", sync = true)
	public int inStock(String article) {
		return this.last.incrementAndGet();
	}

	@CacheEvict("stock")
	public void deliver(String article) {
	}

}
