package dev.yoil.webtoon;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Lists have one order in both databases. That of the server has the rules of Korean,
 * which would order the titles otherwise.
 */
class PostgresOrderTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	// By code point. By the rules of Korean, a would stand beside A, and Hangul before
	// Latin.
	private static final List<String> TITLES = List.of("", " 가", "!가", "10화", "1화", "2화", "A", "A B", "AB", "B", "Z",
			"a", "b", "z", "É", "é", "ア", "ㄱ", "一", "丁", "가", "가 나", "가!", "가가", "가나", "각", "각 하나", "나", "나-비", "나비",
			"힣", "！");

	private final PostgresServer server = PostgresServer.shared();

	@Test
	void listsMixedTitlesInTheSameOrder() throws Exception {
		try (RunningService service = start(); RunningService withH2 = startH2()) {
			List<String> twice = Stream.concat(TITLES.stream(), TITLES.stream()).collect(Collectors.toList());
			Collections.shuffle(twice, new Random(1));
			twice.forEach((title) -> insert(service, title));
			twice.forEach((title) -> insert(withH2, title));
			assertThat(titles(service)).isEqualTo(TITLES.stream().flatMap((title) -> Stream.of(title, title)).toList());
			assertThat(service.json(MONDAY)).isEqualTo(withH2.json(MONDAY));
			for (int page = 0; page < 7; page++) {
				String path = MONDAY + "&size=10&page=" + page;
				assertThat(service.json(path)).isEqualTo(withH2.json(path));
			}
		}
	}

	@Test
	void meetsADatabaseThatWouldOrderThemOtherwise() {
		try (RunningService service = start()) {
			TITLES.forEach((title) -> insert(service, title));
			assertThat(service.bean(JdbcTemplate.class)
				.queryForList("select title from webtoon order by title collate \"default\"", String.class))
				.containsExactlyInAnyOrderElementsOf(TITLES)
				.isNotEqualTo(TITLES);
		}
	}

	/**
	 * The one difference: H2 compares the halves in which Java keeps what lies beyond the
	 * first 65,536 characters, so emoji stand before the last 8,192 of those.
	 */
	@Test
	void putsEmojiBehindFullWidthSignsWhereH2PutsThemBefore() throws Exception {
		try (RunningService service = start(); RunningService withH2 = startH2()) {
			for (String title : List.of("힣", "！", "😀")) {
				insert(service, title);
				insert(withH2, title);
			}
			assertThat(titles(service)).containsExactly("힣", "！", "😀");
			assertThat(titles(withH2)).containsExactly("힣", "😀", "！");
		}
	}

	private RunningService start() {
		return RunningService
			.startPooled(PostgresServer.arguments(this.server.createDatabase(), "--yoil.sample-webtoons=0"));
	}

	private static RunningService startH2() {
		return RunningService.startPooled("--yoil.sample-webtoons=0");
	}

	private static void insert(RunningService service, String title) {
		service.bean(JdbcTemplate.class).update("""
				insert into webtoon (title, author, genre, publish_day, thumbnail, synopsis, registered_date)
				values (?, 'b', 'DRAMA', 'MONDAY', 'c', 'd', date '2026-01-01')
				""", title);
	}

	private static List<String> titles(RunningService service) throws Exception {
		return StreamSupport.stream(service.json(MONDAY).spliterator(), false)
			.map((webtoon) -> webtoon.get("title").asString())
			.toList();
	}

}
