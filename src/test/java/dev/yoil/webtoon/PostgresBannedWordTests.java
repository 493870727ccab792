package dev.yoil.webtoon;

import org.junit.jupiter.api.Tag;

/**
 * The same on PostgreSQL.
 */
@Tag("full")
class PostgresBannedWordTests extends BannedWordTests {

	@Override
	RunningService startService() {
		return RunningService.startPooled(PostgresServer.arguments(PostgresServer.shared().createDatabase()));
	}

}
