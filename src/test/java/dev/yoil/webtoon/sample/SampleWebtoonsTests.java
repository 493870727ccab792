package dev.yoil.webtoon.sample;

import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import dev.yoil.webtoon.catalog.PublishDay;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class SampleWebtoonsTests {

	private final SampleWebtoons samples = new SampleWebtoons(SampleWords.read(new JsonMapper()));

	@Test
	void returnsTheSameWebtoonForANumber() {
		assertThat(first(2000)).isEqualTo(LongStream.rangeClosed(1, 2000)
			.mapToObj(new SampleWebtoons(SampleWords.read(new JsonMapper()))::numbered)
			.toList());
		assertThat(this.samples.numbered(126)).isEqualTo(new SampleWebtoons.Sample(126, "가진 것 없는 싱글맘", "구름토끼", "DRAMA",
				PublishDay.MONDAY, "/thumbnails/pictures.svg#11",
				"마지막 면접에서 또 떨어진 싱글맘에게 삶을 뒤흔드는 진단이 내려진다. 평범한 하루가 가장 큰 위로가 된다.", LocalDate.of(2022, 3, 17)));
	}

	@Test
	void returnsEveryTitleOnce() {
		Set<String> titles = new HashSet<>();
		for (long id = 1; id <= 60_000; id++) {
			assertThat(titles.add(this.samples.numbered(id).title())).isTrue();
		}
	}

	@Test
	void spreadsPublishDaysEvenly() {
		assertThat(counts(SampleWebtoons.Sample::publishDay)).containsOnlyKeys(PublishDay.values())
			.allSatisfy((day, count) -> assertThat(count).isBetween(714L, 715L));
	}

	@Test
	void spreadsGenresEvenly() {
		assertThat(counts(SampleWebtoons.Sample::genre)).hasSize(12)
			.allSatisfy((genre, count) -> assertThat(count).isBetween(416L, 417L));
	}

	@Test
	void hasSeveralWebtoonsPerAuthor() {
		Map<String, Long> works = counts(SampleWebtoons.Sample::author);
		assertThat(works).hasSizeBetween(1000, 1250);
		assertThat(works.values().stream().filter((count) -> count > 1).count()).isGreaterThan(works.size() * 9L / 10);
	}

	@Test
	void returnsKoreanTextsThatFitTheTable() {
		assertThat(first(5000)).allSatisfy((webtoon) -> {
			assertThat(webtoon.title()).matches("[가-힣0-9 ]{2,200}");
			assertThat(webtoon.author()).matches("[가-힣]{3,100}");
			assertThat(webtoon.synopsis()).matches("[^.]+\\. [^.]+\\.").hasSizeLessThanOrEqualTo(1000);
			assertThat(webtoon.thumbnail()).isEqualTo("/thumbnails/pictures.svg#" + webtoon.id() % 23);
			assertThat(webtoon.registeredDate()).isBetween(LocalDate.of(2015, 1, 1), LocalDate.of(2026, 10, 31));
		});
	}

	private List<SampleWebtoons.Sample> first(int count) {
		return LongStream.rangeClosed(1, count).mapToObj(this.samples::numbered).toList();
	}

	private <T> Map<T, Long> counts(Function<SampleWebtoons.Sample, T> property) {
		return first(5000).stream().collect(Collectors.groupingBy(property, Collectors.counting()));
	}

}
