package dev.yoil.webtoon;

import java.util.Objects;
import java.util.UUID;

import dev.yoil.support.PostgresServer;
import dev.yoil.webtoon.schema.DatabaseFailureAnalyzer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Error reports for an unusable PostgreSQL at startup.
 */
@ExtendWith(OutputCaptureExtension.class)
class PostgresStartTests {

	private final PostgresServer server = PostgresServer.shared();

	@Test
	void explainsAWrongPassword(CapturedOutput output) {
		assertThatException().isThrownBy(() -> new SpringApplicationBuilder(YoilApplication.class).profiles("postgres")
			.properties("server.port=0")
			.run("--YOIL_DB_URL=" + this.server.createDatabase(), "--YOIL_DB_PASSWORD=wrong-one"));
		assertThat(output).contains("The database server refused the login: ")
			.contains("password authentication failed for user \"yoil\"")
			.contains("Set YOIL_DB_USER and YOIL_DB_PASSWORD to a user of the database and its password.")
			.doesNotContain("wrong-one");
	}

	@Test
	void explainsAMissingPassword() {
		assertThat(explained(this.server.createDatabase(), PostgresServer.USER, ""))
			.contains("The database server refused the login: ")
			.contains("Set YOIL_DB_USER and YOIL_DB_PASSWORD to a user of the database and its password.");
	}

	@Test
	void explainsAMissingDatabase() {
		String missing = "missing_" + UUID.randomUUID();
		assertThat(explained(this.server.createDatabase().replaceAll("[^/]+$", missing), PostgresServer.USER,
				PostgresServer.PASSWORD))
			.contains("The database does not exist: ")
			.contains(missing)
			.contains(
					"Create it, for example with \"createdb --owner=yoil --encoding=UTF8 --template=template0 yoil\"");
	}

	@Test
	void explainsAMissingPermission() {
		String url = this.server.createDatabase();
		this.server.admin().execute("alter database %s owner to postgres".formatted(url.replaceAll(".*/", "")));
		assertThat(explained(url, PostgresServer.USER, PostgresServer.PASSWORD))
			.contains("The database user may not create tables: ")
			.contains("permission denied for schema public")
			.contains("Make the user the owner of the database: \"alter database yoil owner to yoil\".");
	}

	@Test
	void explainsAnUnreachableServer() {
		assertThat(explained("jdbc:postgresql://127.0.0.1:1/yoil", PostgresServer.USER, ""))
			.contains("The database server is unreachable: ")
			.contains("127.0.0.1:1")
			.contains("Start PostgreSQL, or set YOIL_DB_URL=jdbc:postgresql://host:5432/database.");
	}

	/**
	 * Returns the report of a startup that fails when it creates its first table.
	 */
	private static String explained(String url, String user, String password) {
		JdbcTemplate jdbc = new JdbcTemplate(new DriverManagerDataSource(url, user, password));
		Throwable failure = catchThrowable(() -> jdbc.execute("create table first (id int)"));
		FailureAnalysis explained = Objects.requireNonNull(new DatabaseFailureAnalyzer().analyze(failure));
		return explained.getDescription() + " " + explained.getAction();
	}

}
