package com.example.shop;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class PriceController {

	private final Prices prices;

	PriceController(Prices prices) {
		this.prices = prices;
	}

	@GetMapping("/prices/{article}")
	int price(@PathVariable String article) {
		return this.prices.of(article);
	}

}
