package dev.yoil.webtoon.catalog;

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
 */
abstract class OneDatabaseMigration implements JavaMigration {

	private final MigrationVersion version;

	private final String description;

	private final String product;

	private final List<String> statements;

	/**
	 * Creates the step.
	 * @param version its number in the history
	 * @param description what the history calls it
	 * @param product what the database calls itself
	 * @param statements what to tell it
	 */
	OneDatabaseMigration(int version, String description, String product, List<String> statements) {
		this.version = MigrationVersion.fromVersion(Integer.toString(version));
		this.description = description;
		this.product = product;
		this.statements = statements;
	}

	@Override
	public MigrationVersion getVersion() {
		return this.version;
	}

	@Override
	public String getDescription() {
		return this.description;
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
				for (String text : this.statements) {
					statement.execute(text);
				}
			}
		}
	}

}
