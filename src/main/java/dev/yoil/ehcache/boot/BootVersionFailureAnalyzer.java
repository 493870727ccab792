package dev.yoil.ehcache.boot;

import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/**
 * Says that Spring Boot 4 is needed where Boot 3 fails over classes that it does not
 * have. It uses nothing that Boot 3 lacks.
 */
final class BootVersionFailureAnalyzer implements FailureAnalyzer {

	private static final String PACKAGE = BootVersionFailureAnalyzer.class.getPackageName();

	private final String version;

	BootVersionFailureAnalyzer() {
		this(SpringBootVersion.getVersion());
	}

	BootVersionFailureAnalyzer(String version) {
		this.version = version;
	}

	@Override
	public @Nullable FailureAnalysis analyze(Throwable failure) {
		boolean ours = Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
			.anyMatch((cause) -> String.valueOf(cause.getMessage()).contains(PACKAGE));
		return (ours && this.version.startsWith("3.")) ? new FailureAnalysis(
				"yoil-ehcache-spring-boot-starter needs Spring Boot 4, and this application has Spring Boot "
						+ this.version + ".",
				"Upgrade the application to Spring Boot 4, or remove yoil-ehcache-spring-boot-starter.", failure)
				: null;
	}

}
