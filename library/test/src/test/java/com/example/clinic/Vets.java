package com.example.clinic;

import java.util.List;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

@Service
class Vets {

	@Cacheable(cacheNames = "vets", sync = true)
	public List<String> on(String day) {
		if (day.isEmpty()) {
			throw new IllegalArgumentException("no day");
		}
		return List.of("Carter", "Leary");
	}

	@CacheEvict("vets")
	public void save(String day) {
		// Saved.
	}

	@CacheEvict(cacheNames = { "vets", "rota" }, allEntries = true)
	public void close() {
		// Closed.
	}

	@CachePut("vets")
	public List<String> replace(String day) {
		return List.of("Douglas");
	}

	@Cacheable("rota")
	public String rota(String day) {
		return "rota of " + day;
	}

}
