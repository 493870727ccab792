package dev.yoil.webtoon.genre;

import java.util.List;

import dev.yoil.webtoon.problem.ProblemType;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes of genres, each in its own transaction. After the commit of a change, the
 * cached list is evicted.
 */
@Service
class GenreAdministration {

	private final GenreRepository genres;

	private final GenreList list;

	GenreAdministration(GenreRepository genres, GenreList list) {
		this.genres = genres;
		this.list = list;
	}

	@Transactional(readOnly = true)
	List<AdministeredGenre> all() {
		return this.genres.findAllByOrderByPositionAscCodeAsc(AdministeredGenre.class);
	}

	@Transactional(readOnly = true)
	AdministeredGenre one(String code) {
		return this.genres.findProjectedByCode(code, AdministeredGenre.class).orElseThrow(GenreAdministration::unknown);
	}

	@Transactional
	void create(AdministeredGenre genre) {
		this.list.mayChange();
		this.genres.insert(genre.code(), genre.label(), genre.labelEn(), genre.position());
		this.list.evict();
	}

	/**
	 * Replaces a genre. Does nothing if nothing differs.
	 */
	@Transactional
	AdministeredGenre replace(String code, GenreDraft draft) {
		this.list.mayChange();
		StoredGenre genre = this.genres.lock(code).orElseThrow(GenreAdministration::unknown);
		AdministeredGenre after = draft.of(code);
		if (!after.equals(genre.administered())) {
			genre.replace(after);
			this.list.evict();
		}
		return after;
	}

	@Transactional
	void delete(String code) {
		this.list.mayChange();
		StoredGenre genre = this.genres.lock(code).orElseThrow(GenreAdministration::unknown);
		long webtoons = this.genres.countWebtoons(code);
		if (webtoons > 0) {
			throw ProblemType.GENRE_IN_USE.exception("The genre is in use: %d %s it. Give them another genre first."
				.formatted(webtoons, (webtoons == 1) ? "webtoon has" : "webtoons have"));
		}
		this.genres.delete(genre);
		this.list.evict();
	}

	private static RuntimeException unknown() {
		return ProblemType.UNKNOWN_GENRE.exception("There is no genre with this code. See /api/v1/genres.");
	}

}
