package dev.yoil.webtoon.genre;

import java.util.List;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.webtoon.problem.RefusedParameterException;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The genres for other packages: from the cache, or locked in the database. Thread-safe.
 */
@Service
public class Genres {

	private final GenreRepository repository;

	private final GenreList list;

	private final Representations representations;

	private volatile @Nullable Parsed last;

	Genres(GenreRepository repository, GenreList list, Representations representations) {
		this.repository = repository;
		this.list = list;
		this.representations = representations;
	}

	/**
	 * Returns all genres as they are sent to clients.
	 * @return a list of {@link Genre} in display order
	 */
	public Representation representation() {
		return this.list.findGenres();
	}

	/**
	 * Parses the genres. The last result is kept, so a representation is parsed once.
	 * @param representation a result of {@link #representation()}
	 * @return an unmodifiable list in display order
	 */
	public List<Genre> all(Representation representation) {
		Parsed parsed = this.last;
		if (parsed == null || !parsed.representation().equals(representation)) {
			parsed = new Parsed(representation, List.of(this.representations.read(representation, Genre[].class)));
			this.last = parsed;
		}
		return parsed.genres();
	}

	/**
	 * Returns all genres.
	 * @return an unmodifiable list in display order
	 */
	public List<Genre> all() {
		return all(representation());
	}

	/**
	 * Checks the parameter {@code genre}.
	 * @return the code of an existing genre
	 */
	public String code(String text) {
		List<String> codes = all().stream().map(Genre::code).toList();
		if (!codes.contains(text)) {
			throw new RefusedParameterException("genre", text, String.join(", ", codes));
		}
		return text;
	}

	/**
	 * Locks a genre until the caller's transaction ends, so that it can be given to a
	 * webtoon.
	 * @return {@code false} if there is no such genre
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public boolean lock(String code) {
		return this.repository.lock(code).isPresent();
	}

	private record Parsed(Representation representation, List<Genre> genres) {
	}

}
