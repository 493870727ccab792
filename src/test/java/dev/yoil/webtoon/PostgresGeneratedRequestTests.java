package dev.yoil.webtoon;

import org.junit.jupiter.api.Tag;

/**
 * The same requests on PostgreSQL.
 */
@Tag("full")
class PostgresGeneratedRequestTests extends GeneratedRequestTests {

	@Override
	RunningService start() {
		return start(SAMPLE_WEBTOONS, WRITES, "--spring.profiles.active=postgres",
				"--spring.datasource.url=" + PostgresServer.shared().createDatabase(),
				"--YOIL_DB_PASSWORD=" + PostgresServer.PASSWORD);
	}

}
