package dev.yoil.ehcache.xml;

import dev.yoil.ehcache.TestCaches;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class MistakesTests {

	@Test
	void tellsOfUnitAndNumberAtOnce() {
		for (String element : new String[] { "<expiry><ttl unit='minuts'>ten</ttl></expiry><heap>1</heap>",
				"<heap unit='KB'>ten</heap>" }) {
			assertThatExceptionOfType(EhcacheXmlException.class)
				.isThrownBy(
						() -> TestCaches.read(TestCaches.HEAD + "<cache alias='c'>" + element + "</cache></config>"))
				.satisfies((wrong) -> assertThat(wrong.mistakes()).extracting(Mistake::problem)
					.hasSize(2)
					.anyMatch((problem) -> problem.contains(": unit="))
					.anyMatch((problem) -> problem.startsWith("\"ten\" in <")));
		}
	}

}
