package com.example.shop;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Names of articles, in a cache of their own above Hibernate's.
 */
@Component
class Articles {

	private final ArticleRepository repository;

	Articles(ArticleRepository repository) {
		this.repository = repository;
	}

	@Cacheable(cacheNames = "prices", sync = true)
	public String name(long id) {
		return this.repository.findById(id).orElseThrow().name();
	}

	@Transactional
	@CacheEvict(cacheNames = "prices", key = "#id")
	public void rename(long id, String name) {
		this.repository.findById(id).orElseThrow().rename(name);
	}

}
