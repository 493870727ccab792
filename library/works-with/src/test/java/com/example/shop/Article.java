package com.example.shop;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/**
 * An entity in Hibernate's second-level cache.
 */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE, region = "articles")
class Article {

	@Id
	private long id;

	private String name;

	protected Article() {
	}

	Article(long id, String name) {
		this.id = id;
		this.name = name;
	}

	String name() {
		return this.name;
	}

	void rename(String to) {
		this.name = to;
	}

}
