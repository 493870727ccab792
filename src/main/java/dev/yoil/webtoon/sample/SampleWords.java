package dev.yoil.webtoon.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.io.ClassPathResource;

/**
 * The Korean words that sample webtoons are put together from.
 *
 * @param modifiers what may stand before any hero
 * @param qualifiers what may stand before any thing, among them nothing
 * @param surnames one-syllable family names
 * @param givenNames two-syllable given names
 * @param penNameStarts first halves of pen names
 * @param penNameEnds second halves of pen names
 * @param reviews what readers write who give one star, two stars, and so on
 * @param genres the words of each genre that has sample webtoons
 */
record SampleWords(List<String> modifiers, List<String> qualifiers, List<String> surnames, List<String> givenNames,
		List<String> penNameStarts, List<String> penNameEnds, List<List<String>> reviews, List<GenreWords> genres) {

	/**
	 * Reads the words that are packaged with this class.
	 */
	static SampleWords read(JsonMapper json) {
		try (InputStream words = new ClassPathResource("sample-words.json", SampleWords.class).getInputStream()) {
			return json.readValue(words, SampleWords.class);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The packaged sample-words.json cannot be read", ex);
		}
	}

	String penName(Dice dice) {
		return dice.pick(this.penNameStarts) + dice.pick(this.penNameEnds);
	}

	/**
	 * The words of one genre.
	 *
	 * @param code its code, which the database has from the beginning
	 * @param label the genre as Korean readers know it
	 * @param modifiers what may stand before this genre's heroes only
	 * @param heroes whom the stories are about; no hero is in two genres, so that no
	 * title is either
	 * @param things what a hero's story may be about
	 * @param settings first parts of a sentence that go on with a hero
	 * @param events what comes to a hero, as the rest of that sentence
	 * @param closings whole sentences without their full stop
	 */
	record GenreWords(String code, String label, List<String> modifiers, List<String> heroes, List<String> things,
			List<String> settings, List<String> events, List<String> closings) {
	}

}
