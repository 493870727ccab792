package dev.yoil.webtoon;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * An unusable password or key, which stops startup. The exception does not contain the
 * secret.
 */
public final class InvalidSecretException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String action;

	/**
	 * Creates the exception.
	 * @param message the setting and what is wrong with it
	 * @param action how to fix it
	 */
	public InvalidSecretException(String message, String action) {
		super(message);
		this.action = action;
	}

	/**
	 * A report without the secret. Boot's analyzers of invalid properties print their
	 * values.
	 */
	static class Analyzer extends AbstractFailureAnalyzer<InvalidSecretException> {

		@Override
		protected FailureAnalysis analyze(Throwable rootFailure, InvalidSecretException cause) {
			return new FailureAnalysis(cause.getMessage(), cause.action, cause);
		}

	}

}
