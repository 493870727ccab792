package dev.yoil.ehcache.boot;

import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import static org.assertj.core.api.Assertions.assertThat;

class CacheRuntimeHintsTests {

	@Test
	void keepTheFileAndTheConsoleInANativeImage() {
		RuntimeHints hints = new RuntimeHints();
		new CacheRuntimeHints().registerHints(hints, null);
		for (String resource : new String[] { "ehcache.xml", "dev/yoil/ehcache/internal/web/console/main.js" }) {
			assertThat(getClass().getClassLoader().getResource(resource)).isNotNull();
			assertThat(RuntimeHintsPredicates.resource().forResource(resource)).accepts(hints);
		}
	}

}
