package dev.yoil.webtoon.genre;

import java.util.List;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.webtoon.problem.RefusedParameterException;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Service;

/**
 * The genres that there are, as the cache has them. Thread-safe.
 */
@Service
public class KnownGenres {

	private final GenreList genres;

	private final Representations representations;

	private volatile @Nullable Known last;

	KnownGenres(GenreList genres, Representations representations) {
		this.genres = genres;
		this.representations = representations;
	}

	/**
	 * All genres as they are sent to clients.
	 * @return a list of {@link Genre} in the order in which they are shown
	 */
	public Representation representation() {
		return this.genres.findGenres();
	}

	/**
	 * All genres, read from what is sent to clients.
	 * @param present what {@link #representation()} returned
	 * @return an unmodifiable list in the order in which they are shown
	 */
	public List<Genre> all(Representation present) {
		Known known = this.last;
		if (known == null || known.representation() != present) {
			known = new Known(present, List.of(this.representations.read(present, Genre[].class)));
			this.last = known;
		}
		return known.genres();
	}

	/**
	 * All genres.
	 * @return an unmodifiable list in the order in which they are shown
	 */
	public List<Genre> all() {
		return all(representation());
	}

	/**
	 * Reads the parameter {@code genre}.
	 * @param text what the client sent
	 * @return the code of a genre that exists
	 * @throws RefusedParameterException if there is none of that code
	 */
	public String code(String text) {
		List<String> codes = all().stream().map(Genre::code).toList();
		if (!codes.contains(text)) {
			throw new RefusedParameterException("genre", text, String.join(", ", codes));
		}
		return text;
	}

	/**
	 * What was read last, so that it is not read again for each request.
	 *
	 * @param representation of what
	 * @param genres what it says
	 */
	private record Known(Representation representation, List<Genre> genres) {
	}

}
