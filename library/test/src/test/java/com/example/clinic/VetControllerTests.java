package com.example.clinic;

import dev.yoil.ehcache.test.AutoConfigureEhCache;
import dev.yoil.ehcache.test.CacheTester;
import org.junit.jupiter.api.RepeatedTest;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

@WebMvcTest
@AutoConfigureEhCache
@Import({ Clinic.Caching.class, Vets.class })
class VetControllerTests {

	private final MockMvcTester mvc;

	private final CacheTester caches;

	@Autowired
	VetControllerTests(MockMvcTester mvc, CacheTester caches) {
		this.mvc = mvc;
		this.caches = caches;
	}

	@RepeatedTest(2)
	void servesTheSecondRequestFromTheCache() {
		assertThat(this.mvc.get().uri("/vets/MONDAY")).hasStatusOk();
		assertThat(this.mvc.get().uri("/vets/MONDAY")).bodyText().contains("Carter");
		assertThat(this.caches.cache("vets")).loadedOnce("MONDAY").hasHits(1);
	}

}
