package dev.yoil.webtoon.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.jspecify.annotations.Nullable;

/**
 * A step of the one history that only one kind of database needs; to others nothing is
 * done.
 *
 * @param number its version in the history
 * @param text what the history calls it
 * @param product what the database calls itself
 * @param statements what to tell it
 */
record OneDatabaseMigration(int number, String text, String product, List<String> statements) implements JavaMigration {

	@Override
	public MigrationVersion getVersion() {
		return MigrationVersion.fromVersion(Integer.toString(this.number));
	}

	@Override
	public String getDescription() {
		return this.text;
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
		if (connection.getMetaData().getDatabaseProductName().equals(this.product)) {
			try (Statement statement = connection.createStatement()) {
				for (String sql : this.statements) {
					statement.execute(sql);
				}
			}
		}
	}

}
