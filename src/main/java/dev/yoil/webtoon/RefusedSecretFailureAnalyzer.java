package dev.yoil.webtoon;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says what to do about a password or a key that the service does not start with. Boot's
 * own analyzers of wrong settings would print it.
 */
class RefusedSecretFailureAnalyzer extends AbstractFailureAnalyzer<RefusedSecretException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, RefusedSecretException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
	}

}
