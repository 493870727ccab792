package com.example.clinic;

import java.nio.file.Path;

import dev.yoil.ehcache.test.CacheTest;
import dev.yoil.ehcache.test.CacheTester;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two contexts that are open beside each other, and whose file has a disk tier.
 */
class DiskTierTests {

	private static void usesADirectoryOfItsOwn(Vets vets, CacheTester caches) {
		vets.on("MONDAY");
		assertThat(caches.cache("vets")).loadedOnce("MONDAY");
		assertThat(Path.of(System.getProperty("java.io.tmpdir"), "shared-by-contexts")).doesNotExist();
	}

	@Nested
	@CacheTest(properties = "yoil.ehcache.config=classpath:disk.xml")
	@Import(Vets.class)
	class First {

		@Test
		void usesADirectoryOfItsOwn(@Autowired Vets vets, @Autowired CacheTester caches) {
			DiskTierTests.usesADirectoryOfItsOwn(vets, caches);
		}

	}

	@Nested
	@CacheTest(properties = { "yoil.ehcache.config=classpath:disk.xml", "clinic=second" })
	@Import(Vets.class)
	class Second {

		@Test
		void usesADirectoryOfItsOwn(@Autowired Vets vets, @Autowired CacheTester caches) {
			DiskTierTests.usesADirectoryOfItsOwn(vets, caches);
		}

	}

}
