package dev.yoil.webtoon;

/**
 * The same on PostgreSQL.
 */
class PostgresBannedWordTests extends BannedWordTests {

	@Override
	RunningService startService() {
		return RunningService.startPooled(PostgresServer.arguments(PostgresServer.shared().createDatabase()));
	}

}
