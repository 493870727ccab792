package dev.yoil.webtoon.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

/**
 * Made-up readers, numbered from one, so that orders and rankings have something to show.
 * Some webtoons have many, most have few; three of four like, the fourth writes a review.
 * The same number always gives the same reader, some time in the two weeks before now and
 * more likely in the last days.
 */
@Component
class SampleReaders {

	private static final int SECONDS = (int) Duration.ofDays(14).toSeconds();

	/** Kept apart from the numbers of webtoons, whose dice would fall the same way. */
	private static final long SEED = 1_000_000_007;

	/**
	 * From each favourite to the next, so that they are not the first in every list: a
	 * prime, which meets all numbers.
	 */
	private static final long STRIDE = 7919;

	/** From 1 to 5, as often as they stand here. */
	private static final List<Integer> RATINGS = List.of(1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5);

	private final SampleWords words;

	private final Map<Integer, List<String>> texts;

	SampleReaders(JsonMapper json) {
		this.words = SampleWords.read(json);
		try (InputStream reviews = new ClassPathResource("sample-reviews.json", SampleReaders.class).getInputStream()) {
			this.texts = json.readValue(reviews, new TypeReference<Map<Integer, List<String>>>() {
			});
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The packaged sample-reviews.json cannot be read", ex);
		}
	}

	/**
	 * The reader with a number.
	 * @param number the number, positive
	 * @param webtoons how many webtoons there are, from 1
	 * @param now the end of the two weeks
	 * @return the reader
	 */
	SampleReader numbered(long number, int webtoons, Instant now) {
		Dice dice = new Dice(SEED * number);
		UUID visitor = UUID.nameUUIDFromBytes(("sample reader " + number).getBytes(StandardCharsets.UTF_8));
		long webtoon = 1L + few(dice, few(dice, webtoons) + 1) * STRIDE % webtoons;
		Instant at = now.minusSeconds(1L + few(dice, SECONDS));
		return new SampleReader(visitor, webtoon, at, (dice.below(4) == 0) ? review(dice) : null);
	}

	private SampleReader.SampleReview review(Dice dice) {
		int rating = dice.pick(RATINGS);
		List<String> choices = Objects.requireNonNull(this.texts.get(rating),
				() -> "sample-reviews.json has no texts for " + rating);
		return new SampleReader.SampleReview(
				dice.pick(this.words.penNameStarts()) + dice.pick(this.words.penNameEnds()), rating,
				dice.pick(choices));
	}

	/**
	 * From 0 up to but not including the bound, the lower the likelier.
	 */
	private static int few(Dice dice, int bound) {
		return dice.below(dice.below(bound) + 1);
	}

}
