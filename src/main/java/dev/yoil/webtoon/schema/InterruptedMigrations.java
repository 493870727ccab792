package dev.yoil.webtoon.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

import org.springframework.stereotype.Component;

/**
 * A callback that removes the remains of an interrupted H2 migration before it is
 * repeated. H2 commits each change of a table, so after a kill the migration would fail
 * on what already exists. PostgreSQL migrates atomically.
 */
@Component
class InterruptedMigrations implements Callback {

	/**
	 * Statements that remove the changes of each version. Versions without an entry can
	 * be repeated.
	 */
	private static final Map<String, List<String>> LEFT = Map.of( //
			"1", List.of("drop table if exists webtoon"), //
			"2",
			List.of("alter table webtoon drop constraint if exists webtoon_counts_are_not_negative",
					"drop index if exists webtoon_by_registered_date", "drop index if exists webtoon_by_like_count",
					"drop index if exists webtoon_by_review_count",
					"alter table webtoon drop column if exists like_count",
					"alter table webtoon drop column if exists review_count",
					"alter table webtoon drop column if exists rating_sum"),
			"3",
			List.of("alter table webtoon drop constraint if exists webtoon_has_a_genre", "drop table if exists genre"),
			"5", List.of("drop table if exists visitor_key, webtoon_like, review"), //
			"6", List.of("drop table if exists moderation_list, banned_word, blocked_address"), //
			"8", List.of("alter table banned_word drop column if exists match_mode"));

	@Override
	public boolean supports(Event event, Context context) {
		return event == Event.BEFORE_EACH_MIGRATE;
	}

	@Override
	public boolean canHandleInTransaction(Event event, Context context) {
		return true;
	}

	@Override
	public void handle(Event event, Context context) {
		Connection connection = context.getConnection();
		MigrationVersion step = Objects.requireNonNull(context.getMigrationInfo()).getVersion();
		String version = (step != null) ? step.getVersion() : "";
		try {
			if (connection.getMetaData().getDatabaseProductName().equals("H2")) {
				try (Statement statement = connection.createStatement()) {
					if (hasBaseline(statement)) {
						return;
					}
					for (String text : LEFT.getOrDefault(version, List.of())) {
						statement.execute(text);
					}
				}
			}
		}
		catch (SQLException ex) {
			throw new FlywayException("Could not remove the remains of migration " + version, ex);
		}
	}

	/**
	 * Returns whether the tables existed before the history. Those must not be removed.
	 */
	private static boolean hasBaseline(Statement statement) throws SQLException {
		try (ResultSet rows = statement
			.executeQuery("select 1 from \"flyway_schema_history\" where \"type\" = 'BASELINE'")) {
			return rows.next();
		}
	}

	@Override
	public String getCallbackName() {
		return "interrupted migrations";
	}

}
