package com.example.shop;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OfferController {

	private final Offers offers;

	OfferController(Offers offers) {
		this.offers = offers;
	}

	@KeyedByUri
	@GetMapping(path = "/offers", produces = "application/json")
	Representation all() {
		return this.offers.all();
	}

}
