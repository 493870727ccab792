package dev.yoil.ehcache.internal.finding;

import java.util.List;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.whatif.CacheSimulations;

import org.springframework.beans.factory.support.StaticListableBeanFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Findings in the caches of a test.
 */
final class Findings {

	private Findings() {
	}

	/**
	 * Expects a finding.
	 */
	static Finding of(TestCaches caches, Rule rule) {
		List<Finding> found = all(caches).stream().filter((finding) -> finding.rule() == rule).toList();
		assertThat(found).hasSize(1);
		assertThat(found.get(0).message()).endsWith(".");
		assertThat(found.get(0).remedy()).endsWith(".");
		assertThat(found.get(0).file()).isEqualTo("ehcache.xml");
		return found.get(0);
	}

	/**
	 * Expects that a cache does not break a rule.
	 */
	static void none(TestCaches caches, Rule rule) {
		assertThat(all(caches)).extracting(Finding::rule).doesNotContain(rule);
	}

	static List<Finding> all(TestCaches caches) {
		return all(new InspectedCaches(List.of(caches.manager()), caches.clock()));
	}

	static List<Finding> all(InspectedCaches caches) {
		return all(caches, new CacheSimulations(caches));
	}

	static List<Finding> all(InspectedCaches caches, CacheSimulations simulations) {
		return new CacheFindings(caches, new ValueSampler(caches), simulations,
				new StaticListableBeanFactory().getBeanProvider(FindingSource.class))
			.all();
	}

}
