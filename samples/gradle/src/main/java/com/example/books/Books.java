package com.example.books;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * Titles by ISBN. The map stands for a database.
 */
@Service
public class Books {

	private final Map<String, String> titles = new ConcurrentHashMap<>(Map.of("1", "Walden"));

	@Cacheable(cacheNames = "titles", sync = true)
	public String title(String isbn) {
		return this.titles.getOrDefault(isbn, "unknown");
	}

	@CacheEvict(cacheNames = "titles", key = "#isbn")
	public void rename(String isbn, String title) {
		this.titles.put(isbn, title);
	}

}
