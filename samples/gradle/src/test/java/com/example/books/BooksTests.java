package com.example.books;

import dev.yoil.ehcache.EhCacheCacheManager;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest
class BooksTests {

	private final Books books;

	private final EhCacheCacheManager caches;

	@Autowired
	BooksTests(Books books, EhCacheCacheManager caches) {
		this.books = books;
		this.caches = caches;
	}

	@Test
	void readsNewTitleAfterRename() {
		assertThat(this.books.title("1")).isEqualTo("Walden");
		assertThat(this.books.title("1")).isEqualTo("Walden");
		assertThat(this.caches.caches().get(0).statistics().hits()).isOne();
		this.books.rename("1", "Life in the Woods");
		assertThat(this.books.title("1")).isEqualTo("Life in the Woods");
	}

}
