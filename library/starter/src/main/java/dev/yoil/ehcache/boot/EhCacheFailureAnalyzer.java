package dev.yoil.ehcache.boot;

import dev.yoil.ehcache.internal.failure.Causes;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/**
 * A failure analyzer for errors in the cache configuration, and for Spring Boot 3, which
 * lacks classes of the integration. It must use only classes that Boot 3 has.
 */
final class EhCacheFailureAnalyzer implements FailureAnalyzer {

	private static final String PACKAGE = EhCacheFailureAnalyzer.class.getPackageName();

	private final String version;

	EhCacheFailureAnalyzer() {
		this(SpringBootVersion.getVersion());
	}

	EhCacheFailureAnalyzer(String version) {
		this.version = version;
	}

	@Override
	public @Nullable FailureAnalysis analyze(Throwable failure) {
		for (Throwable cause : Causes.of(failure)) {
			if (cause instanceof EhcacheXmlException invalid) {
				return new FailureAnalysis(invalid.problem(), invalid.remedy(), invalid);
			}
			if (this.version.startsWith("3.") && String.valueOf(Causes.message(cause)).contains(PACKAGE)) {
				return new FailureAnalysis(
						"yoil-ehcache-spring-boot-starter needs Spring Boot 4, and this application has Spring Boot "
								+ this.version + ".",
						"Upgrade the application to Spring Boot 4, or remove yoil-ehcache-spring-boot-starter.",
						failure);
			}
		}
		return null;
	}

}
