package dev.yoil.webtoon.schema;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A startup that is killed within a migration of H2, after each of its statements.
 */
class InterruptedMigrationTests {

	private static final String WHOLE = schema(migrated(emptyDatabase()));

	@ParameterizedTest
	@MethodSource("steps")
	void repeatsAnInterruptedStep(Resource step) throws IOException {
		String version = String.valueOf(step.getFilename()).replaceAll("V(\\d+)__.*", "$1");
		List<String> statements = statements(step);
		assertThat(statements).isNotEmpty();
		for (int made = 1; made <= statements.size(); made++) {
			JdbcTemplate database = emptyDatabase();
			// Perhaps one in Java, which is not looked for: hence the question mark.
			flyway(database, Integer.parseInt(version) - 1 + "?").migrate();
			statements.subList(0, made).forEach(database::execute);
			assertThat(schema(migrated(database))).as("after %s", statements.subList(0, made)).isEqualTo(WHOLE);
		}
	}

	@Test
	void keepsTheMatchModeOfBannedWords() {
		JdbcTemplate database = emptyDatabase();
		flyway(database, "8").migrate();
		database.update("insert into banned_word (word, normalised, match_mode, created_at) values"
				+ " ('년', 'ㄴㅕㄴ', null, now()), ('ass', 'ass', null, now()), ('바보', 'ㅂㅏㅂㅗ', null, now()), ('idiot', 'idiot', 'WHOLE', now())");
		assertThat(migrated(database).queryForList("select match_mode from banned_word order by id", String.class))
			.containsExactly("WHOLE", "WHOLE", "ANYWHERE", "WHOLE");
	}

	@Test
	void rejectsTablesWithoutAHistory() {
		JdbcTemplate database = migrated(emptyDatabase());
		database.execute("drop table \"flyway_schema_history\"");
		Flyway flyway = Flyway.configure()
			.configuration(flyway(database, "latest").getConfiguration())
			.baselineOnMigrate(true)
			.load();
		assertThatExceptionOfType(FlywayException.class).isThrownBy(flyway::migrate);
		assertThat(database.queryForObject("select count(*) from genre", Long.class)).isPositive();
	}

	static Resource[] steps() throws IOException {
		return new PathMatchingResourcePatternResolver().getResources("classpath:db/migration/*.sql");
	}

	private static List<String> statements(Resource step) throws IOException {
		return Stream.of(step.getContentAsString(StandardCharsets.UTF_8).split("(?m);$"))
			.filter((statement) -> !statement.isBlank())
			.toList();
	}

	private static JdbcTemplate emptyDatabase() {
		return new JdbcTemplate(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"));
	}

	private static JdbcTemplate migrated(JdbcTemplate database) {
		flyway(database, "latest").migrate();
		return database;
	}

	private static Flyway flyway(JdbcTemplate database, String target) {
		return Flyway.configure()
			.dataSource(database.getDataSource())
			.callbacks(new InterruptedMigrations())
			.target(target)
			.load();
	}

	/** Everything but the history, which tells when it was made. */
	private static String schema(JdbcTemplate database) {
		return String.join("\n",
				database.queryForList("script nopasswords nosettings", String.class)
					.stream()
					.filter((line) -> !line.contains("flyway_schema_history"))
					.map((line) -> line.replaceAll("CONSTRAINT_[0-9A-F]+", "CONSTRAINT"))
					.sorted()
					.toList());
	}

}
