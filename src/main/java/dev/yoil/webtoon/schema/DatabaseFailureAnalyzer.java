package dev.yoil.webtoon.schema;

import java.sql.SQLException;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explanations of why the database cannot be opened: a locked or unwritable file, or a
 * server that is down or refuses the service.
 */
public class DatabaseFailureAnalyzer extends AbstractFailureAnalyzer<SQLException> {

	private static final String ELSEWHERE = " spring.datasource.url=jdbc:h2:file:/another/path, or jdbc:h2:mem:yoil to keep nothing.";

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, SQLException cause) {
		return switch (cause.getErrorCode()) {
			// H2: the file is open in another process.
			case 90020 -> new FailureAnalysis(
					"The database file is open in another process, probably another instance of this service.",
					"Stop the other process, or start this one with" + ELSEWHERE, cause);
			// H2: the file cannot be created, read or written.
			case 90062, 90031 ->
				new FailureAnalysis("The database file cannot be created or written: " + cause.getMessage(),
						"Start in a writable folder, or with" + ELSEWHERE, cause);
			default -> ofServer(cause);
		};
	}

	/** Explains the SQL states of PostgreSQL. */
	private static @Nullable FailureAnalysis ofServer(SQLException cause) {
		return switch (Objects.requireNonNullElse(cause.getSQLState(), "")) {
			case "08001" -> new FailureAnalysis("The database server is unreachable: " + cause.getMessage(),
					"Start PostgreSQL, or set YOIL_DB_URL=jdbc:postgresql://host:5432/database.", cause);
			case "08004", "28P01", "28000" ->
				new FailureAnalysis("The database server refused the login: " + cause.getMessage(),
						"Set YOIL_DB_USER and YOIL_DB_PASSWORD to a user of the database and its password.", cause);
			case "3D000" -> new FailureAnalysis("The database does not exist: " + cause.getMessage(),
					"Create it, for example with \"createdb --owner=yoil --encoding=UTF8 --template=template0 yoil\", "
							+ "or set YOIL_DB_URL to another one.",
					cause);
			case "42501" -> new FailureAnalysis("The database user may not create tables: " + cause.getMessage(),
					"Make the user the owner of the database: \"alter database yoil owner to yoil\".", cause);
			default -> null;
		};
	}

}
