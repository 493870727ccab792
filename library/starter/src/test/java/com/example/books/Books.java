package com.example.books;

import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * Writes of a table with and without an eviction, in a package of an application.
 */
public class Books {

	private final JdbcClient jdbc;

	private final CacheManager caches;

	public Books(JdbcClient jdbc, CacheManager caches) {
		this.jdbc = jdbc;
		this.caches = caches;
	}

	@Cacheable(cacheNames = "titles", sync = true)
	public String title(int id) {
		return read(id);
	}

	@Cacheable("plain")
	public String titleWithoutSync(int id) {
		return read(id);
	}

	private String read(int id) {
		return this.jdbc.sql("select title from book where id = ?").param(id).query(String.class).single();
	}

	public void renameAndForget(int id, String title) {
		update(id, title);
	}

	@CacheEvict(cacheNames = "titles", key = "#id")
	public void rename(int id, String title) {
		update(id, title);
	}

	@CacheEvict(cacheNames = "titles", allEntries = true)
	public void renameAndClear(int id, String title) {
		update(id, title);
	}

	@Transactional
	public void renameInTransaction(int id, String title) {
		this.caches.getCache("titles").evict(id);
		update(id, title);
	}

	@CacheEvict(cacheNames = "titles", key = "#id", beforeInvocation = true)
	public void evictAndRename(int id, String title) {
		update(id, title);
	}

	private void update(int id, String title) {
		this.jdbc.sql("update book set title = ? where id = ?").param(title).param(id).update();
	}

}
