package dev.yoil.webtoon;

import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.Tag;

/**
 * The same on PostgreSQL.
 */
@Tag("full")
class PostgresWebtoonAdministrationTests extends WebtoonAdministrationTests {

	@Override
	RunningService startService() {
		return RunningService.startPooled(
				PostgresServer.arguments(PostgresServer.shared().createDatabase(), "--yoil.sample-webtoons=70"));
	}

}
