package dev.yoil.webtoon.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Has every database order titles by code point, as H2 does by itself, whatever language
 * it was created for. It is a step of the same history everywhere, and in Java because no
 * SQL says this to both: H2 knows no {@code collate}.
 */
@Component
class TitlesByCodePoint implements JavaMigration {

	private static final MigrationVersion VERSION = MigrationVersion.fromVersion("4");

	// The index that the lists are read from follows its column.
	private static final String POSTGRESQL = "alter table webtoon alter column title type varchar(200) collate \"C\"";

	@Override
	public MigrationVersion getVersion() {
		return VERSION;
	}

	@Override
	public String getDescription() {
		return "titles by code point";
	}

	@Override
	public @Nullable Integer getChecksum() {
		return null;
	}

	@Override
	public boolean canExecuteInTransaction() {
		return true;
	}

	@Override
	public void migrate(Context context) throws SQLException {
		Connection connection = context.getConnection();
		if (connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
			try (Statement statement = connection.createStatement()) {
				statement.execute(POSTGRESQL);
			}
		}
	}

}
