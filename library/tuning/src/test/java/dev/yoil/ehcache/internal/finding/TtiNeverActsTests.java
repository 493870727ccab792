package dev.yoil.ehcache.internal.finding;

import java.util.List;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class TtiNeverActsTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			ttl='200s' tti='200s'                                | ttl="200s"
			until='0 0 0 * * *' tti='24h' zone='UTC'             | until="0 0 0 * * *"
			ttl='2h' until='0 0 * * * *' tti='1h'                | until="0 0 * * * *"
			until='0 0 0 * * *' tti='25h' zone='Europe/Berlin'   | until="0 0 0 * * *"
			""")
	void findsAnEarlierEnd(String policy, String end) {
		try (TestCaches caches = TestCaches.of(10, policy)) {
			Finding finding = Findings.of(caches, Rule.TTI_NEVER_ACTS);
			assertThat(finding.severity()).isEqualTo(Finding.Severity.NOTE);
			assertThat(finding.attribute()).isEqualTo("tti");
			assertThat(finding.evidence()).containsEntry("endedBy", end);
			assertThat(finding.message()).contains(end);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			ttl='200s' tti='199s'
			until='0 0 0 * * *' tti='24h' zone='Europe/Berlin'
			until='0 0 9-17 * * *' tti='2h'
			until='0 0 0 29 2 *' tti='8760h'
			""")
	void ignoresOtherPolicies(String policy) {
		try (TestCaches caches = TestCaches.of(10, policy)) {
			Findings.none(caches, Rule.TTI_NEVER_ACTS);
		}
	}

	@Test
	void usesTheNameOfTheInspection() {
		try (TestCaches caches = TestCaches.of(10, "ttl='1h'");
				TestCaches others = TestCaches.of(10, "ttl='1h' tti='1h'")) {
			InspectedCaches both = new InspectedCaches(List.of(caches.manager(), others.manager()), caches.clock());
			assertThat(Findings.all(both)).extracting(Finding::cache).containsOnly("cache@2");
		}
	}

}
