package dev.yoil.webtoon;

import org.junit.jupiter.api.Tag;

/**
 * The same on PostgreSQL.
 */
@Tag("full")
class PostgresHostileTextTests extends HostileTextTests {

	@Override
	RunningService start() {
		return RunningService.start("--spring.profiles.active=postgres",
				"--spring.datasource.url=" + PostgresServer.shared().createDatabase(),
				"--YOIL_DB_PASSWORD=" + PostgresServer.PASSWORD);
	}

}
