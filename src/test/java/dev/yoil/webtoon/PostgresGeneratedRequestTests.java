package dev.yoil.webtoon;

import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.Tag;

/**
 * The same requests on PostgreSQL.
 */
@Tag("full")
class PostgresGeneratedRequestTests extends GeneratedRequestTests {

	/** Fewer than on H2, because only the database is another one. */
	@Override
	int requests() {
		return 1_000;
	}

	@Override
	RunningService start() {
		return RunningService.startPooled(PostgresServer.arguments(PostgresServer.shared().createDatabase(),
				"--yoil.sample-webtoons=" + SAMPLES));
	}

}
