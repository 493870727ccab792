package dev.yoil.webtoon.sample;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

import dev.yoil.webtoon.catalog.PublishDay;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(OutputCaptureExtension.class)
class SampleLoaderTests {

	private static final String INSERT_ONE = """
			insert into webtoon (title, author, genre, publish_day, thumbnail, synopsis, registered_date)
			values ('a', 'b', 'DRAMA', 'SUNDAY', 'c', 'd', date '2026-01-01')
			""";

	private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

	private DriverManagerDataSource database;

	private JdbcTemplate jdbc;

	@BeforeEach
	void createTables() {
		this.database = emptyDatabase();
		this.jdbc = new JdbcTemplate(this.database);
		Flyway.configure().dataSource(this.database).load().migrate();
	}

	DriverManagerDataSource emptyDatabase() {
		return new DriverManagerDataSource("jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(UUID.randomUUID()));
	}

	@Test
	void fillsAnEmptyDatabase(CapturedOutput output) {
		load(2500);
		assertThat(rows()).isEqualTo(2500);
		assertThat(this.jdbc.queryForList("select count(*) from webtoon group by publish_day", Long.class)).hasSize(7)
			.allSatisfy((count) -> assertThat(count).isBetween(357L, 358L));
		assertThat(output).containsPattern("Filled the empty database with 2500 .* in [0-9]+ ms");
	}

	@Test
	void writesEveryColumn() {
		load(10);
		SampleWebtoons.Sample webtoon = new SampleWebtoons(SampleWords.read(new JsonMapper())).numbered(10);
		assertThat(this.jdbc.query("select * from webtoon where id = 10",
				(row, number) -> new SampleWebtoons.Sample(row.getLong("id"), row.getString("title"),
						row.getString("author"), row.getString("genre"),
						PublishDay.valueOf(row.getString("publish_day")), row.getString("thumbnail"),
						row.getString("synopsis"), row.getObject("registered_date", LocalDate.class))))
			.containsExactly(webtoon);
	}

	@Test
	void keepsADatabaseWithWebtoons() {
		this.jdbc.update(INSERT_ONE);
		List<?> before = this.jdbc.queryForList("select * from webtoon");
		load(100);
		assertThat(this.jdbc.queryForList("select * from webtoon")).isEqualTo(before);
	}

	@Test
	void writesNothingWhenNoneAreConfigured(CapturedOutput output) {
		load(0);
		assertThat(rows()).isZero();
		assertThat(output).doesNotContain("Fill");
	}

	@Test
	void rollsBackAFailedLoad() {
		this.jdbc.execute("alter table webtoon add constraint broken check (id <> 2500)");
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> load(3000));
		assertThat(rows()).isZero();
		this.jdbc.execute("alter table webtoon drop constraint broken");
		load(3000);
		assertThat(rows()).isEqualTo(3000);
	}

	@Test
	void countsLikesAndReviewsOfSampleReaders() {
		load(200, 2000);
		assertThat(sum("like_count")).isEqualTo(number("webtoon_like")).isBetween(1400L, 1600L);
		assertThat(sum("review_count")).isEqualTo(number("review")).isEqualTo(2000 - sum("like_count"));
		assertThat(sum("rating_sum")).isEqualTo(this.jdbc.queryForObject("select sum(rating) from review", Long.class));
		assertThat(this.jdbc.queryForList("select created_at from webtoon_like", OffsetDateTime.class))
			.extracting(OffsetDateTime::toInstant)
			.allSatisfy((at) -> assertThat(at).isBetween(NOW.minus(Duration.ofDays(14)), NOW));
	}

	@Test
	void leavesRoomForFurtherWebtoons() {
		load(100);
		this.jdbc.update(INSERT_ONE);
		assertThat(this.jdbc.queryForObject("select max(id) from webtoon", Long.class)).isEqualTo(101);
	}

	@Test
	void rejectsUnknownPublishDays() {
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.jdbc.update(INSERT_ONE.replace("SUNDAY", "FUNDAY")))
			.satisfies(
					(failure) -> assertThat(failure.getMessage()).containsIgnoringCase("webtoon_publish_day_is_a_day"));
	}

	private void load(int count) {
		load(count, 0);
	}

	private void load(int count, int readers) {
		new SampleLoader(new SampleProperties(count, readers), new JsonMapper(), this.jdbc,
				new JdbcTransactionManager(this.database), Clock.fixed(NOW, ZoneOffset.UTC))
			.afterSingletonsInstantiated();
	}

	private Long sum(String column) {
		return this.jdbc.queryForObject("select sum(" + column + ") from webtoon", Long.class);
	}

	private Long number(String table) {
		return this.jdbc.queryForObject("select count(*) from " + table, Long.class);
	}

	private Long rows() {
		return this.jdbc.queryForObject("select count(*) from webtoon", Long.class);
	}

}
