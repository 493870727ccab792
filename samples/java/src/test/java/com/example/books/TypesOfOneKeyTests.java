package com.example.books;

import dev.yoil.ehcache.test.CacheTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The messages about a mistake: two methods store different types under the same key.
 */
@CacheTest
@ExtendWith(OutputCaptureExtension.class)
@Import(TypesOfOneKeyTests.Mistaken.class)
class TypesOfOneKeyTests {

	@Test
	void startupWarnsAndExceptionNamesCacheKeyAndTypes(@Autowired Mistaken books, CapturedOutput output) {
		assertThat(output).containsOnlyOnce("cache 'titles' keeps both under the same key (all parameters)");
		books.title("1");
		assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> books.pages("1"))
			.withMessageStartingWith("Cache 'titles' has a value of type java.lang.String under the key '1', "
					+ "but Mistaken.pages returns java.lang.Integer.");
	}

	static class Mistaken {

		@Cacheable(cacheNames = "titles", sync = true)
		public String title(String isbn) {
			return "Walden";
		}

		/** To mend it, use {@code key = "{#root.methodName, #isbn}"}, or another cache. */
		@Cacheable(cacheNames = "titles", sync = true)
		public int pages(String isbn) {
			return 352;
		}

	}

}
