package dev.yoil.ehcache.boot;

import dev.yoil.ehcache.xml.EhcacheXmlException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Turns a refused configuration file into the few lines that Spring Boot prints instead
 * of a stack trace.
 */
final class EhCacheFailureAnalyzer {

	private EhCacheFailureAnalyzer() {
	}

	/**
	 * For what is wrong inside the file.
	 */
	static final class OfFile extends AbstractFailureAnalyzer<EhcacheXmlException> {

		@Override
		protected FailureAnalysis analyze(Throwable rootFailure, EhcacheXmlException cause) {
			return new FailureAnalysis(cause.place() + ": " + cause.problem(), cause.remedy(), cause);
		}

	}

	/**
	 * For annotations that do not fit the file.
	 */
	static final class OfNames extends AbstractFailureAnalyzer<UndeclaredCacheException> {

		@Override
		protected FailureAnalysis analyze(Throwable rootFailure, UndeclaredCacheException cause) {
			return new FailureAnalysis(cause.problem(), cause.remedy(), cause);
		}

	}

}
