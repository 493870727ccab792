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
					.anyMatch((problem) -> problem.startsWith("unit="))
					.anyMatch((problem) -> problem.startsWith("\"ten\" in <")));
		}
	}

	@Test
	void saysThatCommentsAreLeftOut() {
		assertThatExceptionOfType(EhcacheXmlException.class)
			.isThrownBy(() -> TestCaches.read("<!-- a -->" + TestCaches.HEAD + """
					<!-- b -->
					<persistence directory='d'/>
					<cache alias='c'><heap><!--
					c -->7</heap></cache></config>
					<!-- d -->"""))
			.satisfies((wrong) -> assertThat(wrong.remedy()).startsWith("""
					Remove it.

					The file as it should be, but for what cannot be carried over:

					ehcache.xml:1: comments are left out: they end in line 1, 4, 5. Copy those that are still true.

					<config """));
	}

}
