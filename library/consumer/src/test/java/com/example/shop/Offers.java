package com.example.shop;

import java.util.List;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Component;

/**
 * Offers as representations, as docs/library/guide.md shows them.
 */
@Component
class Offers {

	private final Representations representations;

	Offers(Representations representations) {
		this.representations = representations;
	}

	@Cacheable(cacheNames = "offers", key = "'all'", sync = true)
	Representation all() {
		return this.representations.kept(List.of("pen", "book"));
	}

}
