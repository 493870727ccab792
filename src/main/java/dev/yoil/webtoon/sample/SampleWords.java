package dev.yoil.webtoon.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.io.ClassPathResource;

/**
 * The Korean words of which sample data is composed. {@code reviews} has a list for each
 * rating from one star.
 */
record SampleWords(List<String> modifiers, List<String> qualifiers, List<String> surnames, List<String> givenNames,
		List<String> penNameStarts, List<String> penNameEnds, List<List<String>> reviews, List<GenreWords> genres) {

	static SampleWords read(JsonMapper json) {
		try (InputStream words = new ClassPathResource("sample-words.json", SampleWords.class).getInputStream()) {
			return json.readValue(words, SampleWords.class);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not read the packaged sample-words.json", ex);
		}
	}

	String penName(Dice dice) {
		return dice.pick(this.penNameStarts) + dice.pick(this.penNameEnds);
	}

	/**
	 * The words of a genre. No hero appears in two genres, so all titles are distinct.
	 */
	record GenreWords(String code, String label, List<String> modifiers, List<String> heroes, List<String> things,
			List<String> settings, List<String> events, List<String> closings) {
	}

}
