package dev.yoil.webtoon.visitor;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import javax.sql.DataSource;

import dev.yoil.support.FullRun;
import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.Test;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The key for visitor cookies in the database, created by concurrent instances.
 */
class VisitorKeyRowTests {

	private static final int INSTANCES = 8;

	@Test
	void sharesOneKeyOnH2() throws Exception {
		assertIsOne(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"));
	}

	@Test
	void sharesOneKeyOnPostgres() throws Exception {
		assertIsOne(new DriverManagerDataSource(PostgresServer.shared().createDatabase(), PostgresServer.USER,
				PostgresServer.PASSWORD));
	}

	private static void assertIsOne(DataSource database) throws Exception {
		String migration = new ClassPathResource("db/migration/V5__readers.sql")
			.getContentAsString(StandardCharsets.UTF_8);
		JdbcClient jdbc = JdbcClient.create(database);
		jdbc.sql(migration.substring(migration.indexOf("create table visitor_key"), migration.indexOf(';'))).update();
		int rounds = FullRun.count(2, 10);
		for (int round = 0; round < rounds; round++) {
			jdbc.sql("delete from visitor_key").update();
			Set<String> signatures = signatures(jdbc);
			assertThat(signatures).hasSize(1);
			assertThat(new VisitorKey(new VisitorKeyRow(jdbc).bytes()).signature("text"))
				.isEqualTo(signatures.iterator().next());
		}
	}

	private static Set<String> signatures(JdbcClient jdbc) throws Exception {
		ExecutorService instances = Executors.newFixedThreadPool(INSTANCES);
		CyclicBarrier start = new CyclicBarrier(INSTANCES);
		Callable<String> instance = () -> {
			start.await();
			return new VisitorKey(new VisitorKeyRow(jdbc).bytes()).signature("text");
		};
		try {
			Set<String> signatures = new HashSet<>();
			for (Future<String> each : instances.invokeAll(Collections.nCopies(INSTANCES, instance))) {
				signatures.add(each.get());
			}
			return signatures;
		}
		finally {
			instances.shutdownNow();
		}
	}

	@Test
	void doesNotExposeTheKey() {
		byte[] bytes = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8);
		assertThat(List.of(new VisitorKey(bytes).toString(), new VisitorKey(bytes).signature("")))
			.noneMatch((text) -> text.contains("0123"));
	}

}
