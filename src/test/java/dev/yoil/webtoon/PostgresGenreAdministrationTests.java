package dev.yoil.webtoon;

/**
 * The same on PostgreSQL.
 */
class PostgresGenreAdministrationTests extends GenreAdministrationTests {

	@Override
	RunningService startService() {
		return RunningService.startPooled(
				PostgresServer.arguments(PostgresServer.shared().createDatabase(), "--yoil.sample-webtoons=24"));
	}

}
