package dev.yoil.webtoon.schema;

import java.sql.SQLException;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains how opening the database fails on a fresh machine: the two ways of the default
 * one, and those of a server that is not there or refuses the service.
 */
public class DatabaseFailureAnalyzer extends AbstractFailureAnalyzer<SQLException> {

	/** H2: another process has the file open. */
	private static final int ALREADY_OPEN = 90020;

	/** H2: a file or folder cannot be created, or a file cannot be read or written. */
	private static final int NOT_CREATED = 90062;

	private static final int IO_FAILED = 90031;

	/** SQL states, those of PostgreSQL. */
	private static final String NOT_REACHED = "08001";

	private static final String NO_PASSWORD = "08004";

	private static final String WRONG_PASSWORD = "28P01";

	private static final String REFUSED_USER = "28000";

	private static final String NO_DATABASE = "3D000";

	private static final String NO_RIGHT = "42501";

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
			default -> ofServer(cause);
		};
	}

	private static @Nullable FailureAnalysis ofServer(SQLException cause) {
		return switch (Objects.requireNonNullElse(cause.getSQLState(), "")) {
			case NOT_REACHED -> new FailureAnalysis("The database server cannot be reached: " + cause.getMessage(),
					"Start PostgreSQL, or say where it is with YOIL_DB_URL=jdbc:postgresql://host:5432/database.",
					cause);
			case NO_PASSWORD, WRONG_PASSWORD, REFUSED_USER -> new FailureAnalysis(
					"The database server does not let the service in: " + cause.getMessage(),
					"Set YOIL_DB_USER and YOIL_DB_PASSWORD to a user of the database and the user's password.", cause);
			case NO_DATABASE -> new FailureAnalysis("The database server has no such database: " + cause.getMessage(),
					"Create it, for example with \"createdb --owner=yoil --encoding=UTF8 --template=template0 yoil\", "
							+ "or name another one with YOIL_DB_URL.",
					cause);
			case NO_RIGHT -> new FailureAnalysis(
					"The database server does not let the service create its tables: " + cause.getMessage(),
					"Make the user the owner of the database: \"alter database yoil owner to yoil\".", cause);
			default -> null;
		};
	}

}
