package dev.yoil.webtoon;

/**
 * The same on PostgreSQL.
 */
class PostgresHostileTextTests extends HostileTextTests {

	@Override
	RunningService start() {
		return RunningService.start("--spring.profiles.active=postgres",
				"--spring.datasource.url=" + PostgresServer.shared().createDatabase(),
				"--YOIL_DB_PASSWORD=" + PostgresServer.PASSWORD);
	}

}
