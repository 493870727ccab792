package dev.yoil.webtoon;

/**
 * The same on PostgreSQL.
 */
class PostgresUncommittedChangeTests extends UncommittedChangeTests {

	@Override
	RunningService start() {
		return RunningService.startPooled(
				PostgresServer.arguments(PostgresServer.shared().createDatabase(), "--yoil.sample-webtoons=315"));
	}

}
