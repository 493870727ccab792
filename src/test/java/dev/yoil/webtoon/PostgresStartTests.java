package dev.yoil.webtoon;

import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * The service with the profile {@code postgres} and a real server.
 */
@ExtendWith(OutputCaptureExtension.class)
class PostgresStartTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private static final String HISTORY = """
			select "version", "description", "type", "script", "checksum", "success"
			from "flyway_schema_history" where "version" is not null order by "installed_rank"
			""";

	private final PostgresServer server = PostgresServer.shared();

	@Test
	void fillsAnEmptyDatabaseAndListsADay() throws Exception {
		try (RunningService service = start(this.server.createDatabase(), 700);
				RunningService withH2 = RunningService.startPooled("--yoil.sample-webtoons=700")) {
			JsonNode list = service.json(MONDAY);
			assertThat(list).hasSize(100).isEqualTo(withH2.json(MONDAY));
			assertThat(service.json("/actuator/health").at("/status").asString()).isEqualTo("UP");
		}
	}

	@Test
	void keepsWhatWasWrittenBefore() {
		String url = this.server.createDatabase();
		List<Map<String, Object>> written;
		try (RunningService first = start(url, 20)) {
			JdbcTemplate jdbc = first.bean(JdbcTemplate.class);
			jdbc.update("update webtoon set title = 'changed' where id = 7");
			jdbc.update("delete from webtoon where id = 8");
			written = webtoons(first);
		}
		try (RunningService second = start(url, 50)) {
			assertThat(webtoons(second)).hasSize(19).isEqualTo(written);
		}
	}

	@Test
	void hasTheSameHistoryAsH2() {
		try (RunningService service = start(this.server.createDatabase(), 0);
				RunningService withH2 = RunningService.startPooled("--yoil.sample-webtoons=0")) {
			List<Map<String, Object>> history = service.bean(JdbcTemplate.class).queryForList(HISTORY);
			assertThat(history).hasSizeGreaterThan(1).isEqualTo(withH2.bean(JdbcTemplate.class).queryForList(HISTORY));
		}
	}

	@Test
	void asksForThePasswordWithoutOne(CapturedOutput output) {
		refused("--YOIL_DB_URL=" + this.server.createDatabase());
		assertThat(output).contains("The database server does not let the service in: ")
			.contains("Set YOIL_DB_USER and YOIL_DB_PASSWORD to a user of the database and the user's password.");
	}

	@Test
	void asksForTheRightPasswordWithAWrongOne(CapturedOutput output) {
		refused("--YOIL_DB_URL=" + this.server.createDatabase(), "--YOIL_DB_PASSWORD=wrong-one");
		assertThat(output).contains("The database server does not let the service in: ")
			.contains("password authentication failed for user \"yoil\"")
			.contains("Set YOIL_DB_USER and YOIL_DB_PASSWORD to a user of the database and the user's password.")
			.doesNotContain("wrong-one");
	}

	@Test
	void asksForTheUserWithoutAnAccount(CapturedOutput output) {
		refused("--YOIL_DB_URL=" + this.server.createDatabase(), "--YOIL_DB_USER=nobody", "--YOIL_DB_PASSWORD=any");
		assertThat(output).contains("failed for user \"nobody\"").contains("Set YOIL_DB_USER and YOIL_DB_PASSWORD");
	}

	@Test
	void asksForADatabaseThatIsMissing(CapturedOutput output) {
		String missing = "missing_" + UUID.randomUUID();
		refused("--YOIL_DB_URL=" + this.server.createDatabase().replaceAll("[^/]+$", missing),
				"--YOIL_DB_PASSWORD=" + PostgresServer.PASSWORD);
		assertThat(output).contains("The database server has no such database: ")
			.contains(missing)
			.contains(
					"Create it, for example with \"createdb --owner=yoil --encoding=UTF8 --template=template0 yoil\"");
	}

	@Test
	void asksForTheRightToCreateTables(CapturedOutput output) {
		String url = this.server.createDatabase();
		this.server.admin().execute("alter database %s owner to postgres".formatted(url.replaceAll(".*/", "")));
		refused("--YOIL_DB_URL=" + url, "--YOIL_DB_PASSWORD=" + PostgresServer.PASSWORD);
		assertThat(output).contains("The database server does not let the service create its tables: ")
			.contains("permission denied for schema public")
			.contains("Make the user the owner of the database: \"alter database yoil owner to yoil\".");
	}

	@Test
	void asksForAServerThatIsMissing(CapturedOutput output) {
		refused("--YOIL_DB_URL=jdbc:postgresql://127.0.0.1:1/yoil");
		assertThat(output).contains("The database server cannot be reached: ")
			.contains("127.0.0.1:1")
			.contains("Start PostgreSQL, or say where it is with YOIL_DB_URL=jdbc:postgresql://host:5432/database.");
	}

	private static RunningService start(String url, int sampleWebtoons) {
		return RunningService.startPooled(PostgresServer.arguments(url, "--yoil.sample-webtoons=" + sampleWebtoons));
	}

	private static void refused(String... arguments) {
		assertThatException().isThrownBy(() -> new SpringApplicationBuilder(YoilApplication.class).profiles("postgres")
			.properties("server.port=0")
			.run(arguments));
	}

	private static List<Map<String, Object>> webtoons(RunningService service) {
		return service.bean(JdbcTemplate.class).queryForList("select * from webtoon order by id");
	}

}
