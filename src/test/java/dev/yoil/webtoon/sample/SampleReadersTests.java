package dev.yoil.webtoon.sample;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class SampleReadersTests {

	private static final int WEBTOONS = 500;

	private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

	private final List<SampleReaders.Reader> readers = numbered(new SampleReaders(SampleWords.read(new JsonMapper())));

	private static List<SampleReaders.Reader> numbered(SampleReaders samples) {
		return LongStream.rangeClosed(1, 5000).mapToObj((number) -> samples.numbered(number, WEBTOONS, NOW)).toList();
	}

	@Test
	void areTheSameEachTime() {
		assertThat(numbered(new SampleReaders(SampleWords.read(new JsonMapper())))).isEqualTo(this.readers);
	}

	@Test
	void preferSomeWebtoons() {
		Map<Long, Long> counts = this.readers.stream()
			.collect(Collectors.groupingBy(SampleReaders.Reader::webtoon, Collectors.counting()));
		assertThat(counts.values().stream().sorted(Comparator.reverseOrder()).limit(WEBTOONS / 10))
			.satisfies((best) -> assertThat(best.stream().mapToLong(Long::longValue).sum()).isGreaterThan(1500));
	}

	@Test
	void writeWithinTwoWeeks() {
		assertThat(this.readers).extracting(SampleReaders.Reader::at)
			.allSatisfy((at) -> assertThat(at).isBetween(NOW.minus(Duration.ofDays(14)), NOW.minusSeconds(1)))
			.anySatisfy((at) -> assertThat(at).isAfter(NOW.minus(Duration.ofHours(1))))
			.anySatisfy((at) -> assertThat(at).isBefore(NOW.minus(Duration.ofDays(12))));
	}

	@Test
	void writeReviewsOfEveryRating() {
		List<SampleReaders.Reader> reviews = this.readers.stream().filter(SampleReaders.Reader::reviews).toList();
		assertThat(reviews).hasSizeBetween(1000, 1500).allSatisfy((review) -> {
			assertThat(review.nickname()).hasSizeBetween(1, 20);
			assertThat(review.text()).hasSizeBetween(1, 1000);
		});
		assertThat(reviews.stream().map(SampleReaders.Reader::rating)).containsOnly(1, 2, 3, 4, 5);
	}

}
