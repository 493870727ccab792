package dev.yoil.webtoon;

import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.Tag;

/**
 * The rankings over HTTP, on PostgreSQL.
 */
@Tag("full")
class PostgresRankingTests extends RankingTests {

	@Override
	RunningService startService() {
		return RunningService.startPooled(
				PostgresServer.arguments(PostgresServer.shared().createDatabase(), "--yoil.sample-webtoons=70"));
	}

}
