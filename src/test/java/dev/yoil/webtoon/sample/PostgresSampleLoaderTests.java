package dev.yoil.webtoon.sample;

import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.Tag;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The samples in a real PostgreSQL.
 */
@Tag("full")
class PostgresSampleLoaderTests extends SampleLoaderTests {

	@Override
	DriverManagerDataSource emptyDatabase() {
		return new DriverManagerDataSource(PostgresServer.shared().createDatabase(), PostgresServer.USER,
				PostgresServer.PASSWORD);
	}

}
