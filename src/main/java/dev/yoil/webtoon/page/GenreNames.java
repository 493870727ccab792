package dev.yoil.webtoon.page;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.yoil.representation.Representation;
import dev.yoil.webtoon.genre.KnownGenres;

import org.springframework.stereotype.Component;

/**
 * The names of genres in the language of a page. Thread-safe.
 */
@Component
class GenreNames {

	private final KnownGenres genres;

	GenreNames(KnownGenres genres) {
		this.genres = genres;
	}

	/**
	 * What the names are of.
	 */
	Representation representation() {
		return this.genres.representation();
	}

	/**
	 * All names.
	 * @param genres what {@link #representation()} returned
	 * @param language the language
	 * @return names by code, in the order in which they are shown
	 */
	Map<String, String> all(Representation genres, Language language) {
		Map<String, String> names = new LinkedHashMap<>();
		this.genres.all(genres)
			.forEach((genre) -> names.put(genre.code(),
					(language == Language.KOREAN) ? genre.label() : genre.labelEn()));
		return names;
	}

}
