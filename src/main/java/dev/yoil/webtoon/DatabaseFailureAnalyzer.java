package dev.yoil.webtoon;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains the two ways in which opening the default database fails on a fresh machine.
 */
class DatabaseFailureAnalyzer extends AbstractFailureAnalyzer<SQLException> {

	/** H2: another process has the file open. */
	private static final int ALREADY_OPEN = 90020;

	/** H2: a file or folder cannot be created, or a file cannot be read or written. */
	private static final int NOT_CREATED = 90062;

	private static final int IO_FAILED = 90031;

	private static final String ELSEWHERE = " spring.datasource.url=jdbc:h2:file:/another/path, or jdbc:h2:mem:yoil to keep nothing.";

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, SQLException cause) {
		return switch (cause.getErrorCode()) {
			case ALREADY_OPEN -> new FailureAnalysis(
					"The database file is open in another process, probably another instance of this service.",
					"Stop the other one, or start this one with" + ELSEWHERE, cause);
			case NOT_CREATED, IO_FAILED ->
				new FailureAnalysis("The database file cannot be created or written: " + cause.getMessage(),
						"Start in a folder that the service may write to, or with" + ELSEWHERE, cause);
			default -> null;
		};
	}

}
