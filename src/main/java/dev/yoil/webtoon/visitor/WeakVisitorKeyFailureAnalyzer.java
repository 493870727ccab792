package dev.yoil.webtoon.visitor;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says what to do about a key that is too short, and does not show it.
 */
class WeakVisitorKeyFailureAnalyzer extends AbstractFailureAnalyzer<WeakVisitorKeyException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, WeakVisitorKeyException cause) {
		return new FailureAnalysis(cause.getMessage(),
				"Set YOIL_VISITOR_KEY to what \"openssl rand -base64 32\" prints, the same for all instances, "
						+ "or leave it out: then the service makes a key and keeps it in the database.",
				cause);
	}

}
