package dev.yoil.webtoon;

import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.Tag;

/**
 * The same on PostgreSQL.
 */
@Tag("full")
class PostgresUncommittedChangeTests extends UncommittedChangeTests {

	@Override
	String waiting() {
		return "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
	}

	@Override
	boolean refusesToWriteIfReadOnly() {
		return true;
	}

	@Override
	RunningService start() {
		return RunningService.startPooled(
				PostgresServer.arguments(PostgresServer.shared().createDatabase(), "--yoil.sample-webtoons=315"));
	}

}
