package dev.yoil.webtoon;

/**
 * The same on PostgreSQL.
 */
class PostgresWebtoonAdministrationTests extends WebtoonAdministrationTests {

	@Override
	RunningService startService() {
		return RunningService.startPooled(
				PostgresServer.arguments(PostgresServer.shared().createDatabase(), "--yoil.sample-webtoons=70"));
	}

}
