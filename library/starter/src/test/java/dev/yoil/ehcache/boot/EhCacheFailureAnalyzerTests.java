package dev.yoil.ehcache.boot;

import java.time.Duration;
import java.util.Optional;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import dev.yoil.support.Background;
import org.junit.jupiter.api.Test;

import org.springframework.boot.diagnostics.FailureAnalysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class EhCacheFailureAnalyzerTests {

	@Test
	void explainsAnEhcache2File() {
		EhcacheXmlException old = catchThrowableOfType(EhcacheXmlException.class,
				() -> TestCaches.read("<ehcache><cache name='c' overflowToDisk='true'/></ehcache>"));
		FailureAnalysis analysis = new EhCacheFailureAnalyzer().analyze(old);
		assertThat(analysis).isNotNull();
		assertThat(analysis.getDescription())
			.isEqualTo("ehcache.xml:1:10: this is an Ehcache 2 file, which Ehcache 3 does not read.");
		assertThat(analysis.getAction()).startsWith("Replace it with this translation:")
			.containsSubsequence("overflowToDisk=\"true\" is not supported", "<config xmlns=");
	}

	@Test
	void explainsAnInvalidFile() {
		EhcacheXmlException wrong = catchThrowableOfType(EhcacheXmlException.class, () -> TestCaches.read("<config/>"));
		FailureAnalysis analysis = new EhCacheFailureAnalyzer().analyze(new IllegalStateException(wrong));
		assertThat(analysis).isNotNull();
		assertThat(analysis.getDescription())
			.startsWith("ehcache.xml:1:10: the root element must be <config> in namespace");
		assertThat(analysis.getAction()).startsWith("Write <config xmlns=");
	}

	@Test
	void explainsAllErrorsOfAFile() {
		EhcacheXmlException wrong = catchThrowableOfType(EhcacheXmlException.class, () -> TestCaches.read(
				TestCaches.HEAD + "<default-copiers/><cache alias='c'><resilience>x.Y</resilience></cache></config>"));
		FailureAnalysis analysis = new EhCacheFailureAnalyzer().analyze(wrong);
		assertThat(analysis).isNotNull();
		assertThat(analysis.getDescription()).startsWith("ehcache.xml has 3 errors:")
			.containsSubsequence("<default-copiers> is not supported", "cache 'c' has no <heap>",
					"Add <heap unit=\"entries\">1000</heap>.", "<resilience> is not supported");
		assertThat(analysis.getAction()).isEqualTo("Correct all of them.");
	}

	@Test
	void endsIfCausesAreCircular() {
		Exception outer = new IllegalStateException("outer");
		outer.initCause(new IllegalStateException("inner", outer));
		assertThat(Background.supply(() -> Optional.ofNullable(new EhCacheFailureAnalyzer("3.5.7").analyze(outer))))
			.succeedsWithin(Duration.ofSeconds(10))
			.isEqualTo(Optional.empty());
	}

	@Test
	void explainsThatBoot3IsTooOld() {
		IllegalStateException ours = new IllegalStateException(
				"Failed to generate bean name for imported class '" + EhCacheAutoConfiguration.class.getName() + "'",
				new ClassNotFoundException("any"));
		FailureAnalysis analysis = new EhCacheFailureAnalyzer("3.5.7").analyze(new IllegalStateException(ours));
		assertThat(analysis).isNotNull();
		assertThat(analysis.getDescription()).contains("needs Spring Boot 4", "has Spring Boot 3.5.7");
		assertThat(new EhCacheFailureAnalyzer("3.5.7").analyze(new IllegalStateException("theirs"))).isNull();
		assertThat(new EhCacheFailureAnalyzer().analyze(ours)).isNull();
	}

}
