package dev.yoil.webtoon.schema;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The pool of the service after a failed write to the file of H2.
 */
class BrokenConnectionsTests {

	/** The number of connections in the pool. */
	private static final int POOLED = 3;

	@TempDir
	private Path folder;

	@Test
	void areReplaced() throws SQLException {
		try (ConfigurableApplicationContext service = new SpringApplicationBuilder(DataSourceAutoConfiguration.class)
			.web(WebApplicationType.NONE)
			.run("--spring.datasource.url=jdbc:h2:file:" + this.folder.resolve("yoil"),
					"--spring.datasource.hikari.maximum-pool-size=" + POOLED)) {
			DataSource pool = service.getBean(DataSource.class);
			execute(pool, "create table kept (number int)");
			execute(pool, "insert into kept values (1)");
			// H2 closes the database when a write fails. An interrupt makes it fail, as a
			// full disk does.
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(SQLException.class)
				.isThrownBy(() -> execute(pool, "insert into kept values (2)"));
			assertThat(Thread.interrupted()).isTrue();
			int failed = 0;
			while (failed <= POOLED && !isUsable(pool)) {
				failed++;
			}
			assertThat(failed).isLessThanOrEqualTo(POOLED);
			execute(pool, "insert into kept values (3)");
		}
	}

	private static boolean isUsable(DataSource pool) {
		try {
			execute(pool, "select number from kept where number = 1");
			return true;
		}
		catch (SQLException ex) {
			return false;
		}
	}

	private static void execute(DataSource pool, String sql) throws SQLException {
		try (Connection connection = pool.getConnection()) {
			connection.createStatement().execute(sql);
		}
	}

}
