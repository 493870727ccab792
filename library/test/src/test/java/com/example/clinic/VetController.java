package com.example.clinic;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class VetController {

	private final Vets vets;

	VetController(Vets vets) {
		this.vets = vets;
	}

	@GetMapping("/vets/{day}")
	List<String> on(@PathVariable("day") String day) {
		return this.vets.on(day);
	}

}
