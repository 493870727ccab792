package com.example.books;

import java.time.Duration;
import java.util.List;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.policy.LoadFailures;
import dev.yoil.ehcache.policy.ValueExpiry;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
@EnableCaching
public class BooksApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(BooksApplication.class, arguments);
	}

	/** A withdrawn book is no outage: its old title is removed and not served stale. */
	@Bean
	LoadFailures withdrawn() {
		return (cache, failure) -> (failure instanceof Books.WithdrawnException) ? LoadFailures.Kind.GONE : null;
	}

	/** Computes the name of a cache, which a template of ehcache.xml creates when it is first used. */
	@Bean
	CacheResolver cacheOfShop(EhCacheCacheManager caches) {
		return (call) -> List.of(caches.getCache("prices-" + call.getArgs()[0]));
	}

	/** Titles of drafts are cached for a minute. */
	@Bean
	ValueExpiry drafts() {
		return (cache, isbn, title, loadedAt) -> (title instanceof String text && text.startsWith("Draft"))
				? loadedAt.plus(Duration.ofMinutes(1)) : null;
	}

}
