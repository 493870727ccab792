package dev.yoil.webtoon.moderation;

import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.support.FakeClock;
import dev.yoil.webtoon.ListPage;
import dev.yoil.webtoon.PageParameters;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

class BannedWordRowsTests {

	/**
	 * The driver creates each exception with its stack trace, which takes longer than
	 * reading the row.
	 */
	@Test
	void areReadWithoutExceptionsInTheDriver() {
		Logger driver = (Logger) LoggerFactory.getLogger("h2database");
		ListAppender<ILoggingEvent> exceptions = new ListAppender<>();
		exceptions.start();
		driver.setLevel(Level.ERROR);
		driver.addAppender(exceptions);
		// Level 4: H2 passes all exceptions of its driver to the logger.
		DriverManagerDataSource database = new DriverManagerDataSource(
				"jdbc:h2:mem:banned-word-rows;DB_CLOSE_DELAY=-1;TRACE_LEVEL_FILE=4");
		try {
			Flyway.configure().dataSource(database).load().migrate();
			BannedWords words = new BannedWords(JdbcClient.create(database),
					new TransactionTemplate(new DataSourceTransactionManager(database)), Regions.alone(),
					new FakeClock());
			exceptions.list.clear();
			List<BannedWord> banned = words.ban(List.of("바보", "Idiot"), null);
			assertThat(words.get(banned.get(0).id())).isEqualTo(banned.get(0));
			assertThat(words.page(new PageParameters(0, 10))).isEqualTo(new ListPage<>(banned, 0, 10, 2));
			assertThat(banned).extracting(BannedWord::word).containsExactly("바보", "Idiot");
			assertThat(exceptions.list).isEmpty();
		}
		finally {
			JdbcClient.create(database).sql("shutdown").update();
			driver.detachAppender(exceptions);
			driver.setLevel(null);
		}
	}

}
