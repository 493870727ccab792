package dev.yoil.webtoon.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Has texts of as many characters fit as may be written, whichever they are. PostgreSQL
 * counts characters already; H2 counts units of UTF-16, of which an emoji is two. It is a
 * step of the same history everywhere, and in Java because in PostgreSQL a column that is
 * given a type loses the collation that {@link TitlesByCodePoint} gave it.
 */
@Component
class RoomForEveryCharacter implements JavaMigration {

	private static final MigrationVersion VERSION = MigrationVersion.fromVersion("7");

	private static final List<String> H2 = List.of("alter table webtoon alter column title set data type varchar(400)",
			"alter table webtoon alter column author set data type varchar(200)",
			"alter table webtoon alter column synopsis set data type varchar(2000)",
			"alter table genre alter column label set data type varchar(60)",
			"alter table genre alter column label_en set data type varchar(60)");

	@Override
	public MigrationVersion getVersion() {
		return VERSION;
	}

	@Override
	public String getDescription() {
		return "room for every character";
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
		if (connection.getMetaData().getDatabaseProductName().equals("H2")) {
			try (Statement statement = connection.createStatement()) {
				for (String wider : H2) {
					statement.execute(wider);
				}
			}
		}
	}

}
