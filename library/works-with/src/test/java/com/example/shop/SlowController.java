package com.example.shop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * A value whose load waits for a latch. It names the kind of its thread.
 */
@RestController
class SlowController {

	private final CountDownLatch latch = new CountDownLatch(1);

	private final AtomicInteger loads = new AtomicInteger();

	@Cacheable(cacheNames = "stock", sync = true)
	@GetMapping("/slow/{article}")
	public String slow(@PathVariable String article) throws InterruptedException {
		this.latch.await();
		return this.loads.incrementAndGet() + " " + Thread.currentThread();
	}

	/**
	 * Lets the load end. Called through the proxy, which has no latch of its own.
	 */
	public void finish() {
		this.latch.countDown();
	}

}
