package dev.yoil.webtoon.planted;

import org.springframework.cache.annotation.Cacheable;

/** Planted to break a rule of the architecture. */
public class LoadIsNotSynchronized {

	@Cacheable("cache")
	String load() {
		return "value";
	}

}
