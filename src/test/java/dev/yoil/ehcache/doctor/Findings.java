package dev.yoil.ehcache.doctor;

import java.util.List;

import dev.yoil.ehcache.TestCaches;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the doctor finds in the caches of a test.
 */
final class Findings {

	private Findings() {
	}

	/**
	 * Expects an illness.
	 */
	static Finding of(TestCaches caches, Illness illness) {
		List<Finding> found = all(caches).stream().filter((finding) -> finding.illness() == illness).toList();
		assertThat(found).hasSize(1);
		assertThat(found.get(0).message()).endsWith(".");
		assertThat(found.get(0).remedy()).endsWith(".");
		assertThat(found.get(0).file()).isEqualTo("ehcache.xml");
		return found.get(0);
	}

	/**
	 * Expects that a cache does not have an illness.
	 */
	static void none(TestCaches caches, Illness illness) {
		assertThat(all(caches)).extracting(Finding::illness).doesNotContain(illness);
	}

	static List<Finding> all(TestCaches caches) {
		return new CacheDoctor(List.of(caches.manager()), caches.clock()).all();
	}

}
