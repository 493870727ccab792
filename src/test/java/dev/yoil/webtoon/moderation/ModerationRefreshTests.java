package dev.yoil.webtoon.moderation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.web.ErrorResponseException;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

class ModerationRefreshTests {

	private final Database database = new Database();

	private final JdbcClient jdbc = JdbcClient.create(this.database);

	private final BannedWords words = new BannedWords();

	private ModerationRefresh refresh;

	@BeforeEach
	void start() {
		Flyway.configure().dataSource(this.database).load().migrate();
		this.refresh = new ModerationRefresh(this.words, new BannedWordTable(this.jdbc), new BlockedAddresses(),
				new BlockedAddressTable(this.jdbc), new Revisions(this.jdbc), new JdbcTransactionManager(this.database),
				new ModerationProperties(Duration.ofHours(1)));
		this.refresh.afterPropertiesSet();
		this.refresh.start();
	}

	@AfterEach
	void stop() {
		this.refresh.stop();
	}

	@Test
	void triesAgainSoonAfterTheDatabaseWasAway() {
		this.jdbc.sql("insert into banned_word (word, normalised, created_at) values (?, ?, current_timestamp)")
			.params("나쁜말", PlainText.of("나쁜말").characters())
			.update();
		new Revisions(this.jdbc).next(ModerationList.BANNED_WORDS);
		this.database.away = true;
		this.refresh.refresh();
		assertThatNoException().isThrownBy(() -> this.words.refuse("text", "나쁜말"));

		this.database.away = false;
		await().untilAsserted(() -> assertThatExceptionOfType(ErrorResponseException.class)
			.isThrownBy(() -> this.words.refuse("text", "나쁜말")));
	}

	/** One that can go away. */
	private static final class Database extends DelegatingDataSource {

		private volatile boolean away;

		Database() {
			super(new DriverManagerDataSource("jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(UUID.randomUUID())));
		}

		@Override
		public Connection getConnection() throws SQLException {
			if (this.away) {
				throw new SQLException("The database is away");
			}
			return super.getConnection();
		}

	}

}
