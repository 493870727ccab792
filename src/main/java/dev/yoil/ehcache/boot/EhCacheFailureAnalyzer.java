package dev.yoil.ehcache.boot;

import dev.yoil.ehcache.xml.EhcacheXmlException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Turns what is wrong with the cache configuration into what Spring Boot prints instead
 * of a stack trace.
 */
final class EhCacheFailureAnalyzer extends AbstractFailureAnalyzer<EhcacheXmlException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, EhcacheXmlException cause) {
		return new FailureAnalysis(cause.problem(), cause.remedy(), cause);
	}

}
