package dev.yoil.webtoon;

/**
 * The rankings over HTTP, on PostgreSQL.
 */
class PostgresRankingTests extends RankingTests {

	@Override
	RunningService startService() {
		return RunningService.startPooled(
				PostgresServer.arguments(PostgresServer.shared().createDatabase(), "--yoil.sample-webtoons=70"));
	}

}
