package com.example.shop;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Values of an application's type.
 */
@RestController
class QuoteController {

	@Cacheable("prices")
	@GetMapping("/quotes/{article}")
	public Quote quote(@PathVariable String article) {
		return new Quote(article);
	}

	record Quote(String article) {
	}

}
