package com.example.books;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import dev.yoil.ehcache.BulkOperations;
import dev.yoil.ehcache.CacheEntry;
import dev.yoil.ehcache.EhCacheCache;

import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * Titles by ISBN. The map stands for a database.
 */
@Service
public class Books {

	private final Map<String, String> titles = new ConcurrentHashMap<>(Map.of("1", "Walden", "2", "Draft: Emma"));

	private final Set<String> withdrawn = ConcurrentHashMap.newKeySet();

	private final EhCacheCache cached;

	private final BulkOperations cache;

	Books(CacheManager caches) {
		this.cached = EhCacheCache.of(caches.getCache("titles"));
		this.cache = BulkOperations.of(caches.getCache("titles"));
	}

	@Cacheable(cacheNames = "titles", sync = true)
	public String title(String isbn) {
		if (this.withdrawn.contains(isbn)) {
			throw new WithdrawnException(isbn);
		}
		return this.titles.get(isbn);
	}

	/** Withdraws a book as another service does, which does not know the cache. */
	void withdraw(String isbn) {
		this.withdrawn.add(isbn);
	}

	/** Loads all missing titles with one query. */
	public Map<String, String> titles(Collection<String> isbns) {
		return this.cache.getAll(isbns, (missing) -> missing.stream()
			.filter(this.titles::containsKey)
			.collect(Collectors.toMap(Function.identity(), this.titles::get)));
	}

	/** Returns the ISBNs of the cached titles that were read most. Counts no hits. */
	public List<String> mostRead(int limit) {
		return this.cached.entries()
			.sorted(Comparator.comparingLong(CacheEntry::hits).reversed())
			.map((entry) -> entry.key().toString())
			.limit(limit)
			.toList();
	}

	@CacheEvict(cacheNames = "titles", key = "#isbn")
	public void rename(String isbn, String title) {
		this.titles.put(isbn, title);
	}

	/** Renames all books of a publisher, whose ISBNs have a prefix. */
	public void renameAll(String prefix, UnaryOperator<String> rename) {
		this.titles.replaceAll((isbn, title) -> isbn.startsWith(prefix) ? rename.apply(title) : title);
		this.cache.evictIf((isbn) -> isbn.toString().startsWith(prefix));
	}

	/** A book that must not be shown any more. */
	static class WithdrawnException extends RuntimeException {

		WithdrawnException(String isbn) {
			super("Book " + isbn + " was withdrawn");
		}

	}

}
