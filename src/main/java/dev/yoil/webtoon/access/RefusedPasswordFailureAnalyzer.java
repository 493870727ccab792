package dev.yoil.webtoon.access;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says what to do about a password that was refused. The one for properties would print
 * it.
 */
class RefusedPasswordFailureAnalyzer extends AbstractFailureAnalyzer<RefusedPasswordException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, RefusedPasswordException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				"Set another one, or none: then one is made up and logged.", cause);
	}

}
