package dev.yoil.webtoon.genre;

import java.util.List;

import dev.yoil.webtoon.problem.ProblemType;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The use cases of changing genres, each in a transaction of its own. The list that
 * readers get is forgotten when one is committed that changed something.
 */
@Service
class GenreAdministration {

	private final GenreRepository genres;

	private final GenreList list;

	GenreAdministration(GenreRepository genres, GenreList list) {
		this.genres = genres;
		this.list = list;
	}

	/**
	 * Reads all.
	 * @return an unmodifiable list in the order in which they are shown
	 */
	@Transactional(readOnly = true)
	List<AdministeredGenre> all() {
		return this.genres.findAllByOrderByPositionAscCodeAsc(AdministeredGenre.class);
	}

	/**
	 * Reads one.
	 * @throws org.springframework.web.ErrorResponseException if there is none
	 */
	@Transactional(readOnly = true)
	AdministeredGenre one(String code) {
		return this.genres.findProjectedByCode(code, AdministeredGenre.class).orElseThrow(GenreAdministration::unknown);
	}

	/**
	 * Creates one.
	 * @throws org.springframework.dao.DuplicateKeyException if there is one of its code
	 */
	@Transactional
	void create(AdministeredGenre genre) {
		this.genres.insert(genre.code(), genre.label(), genre.labelEn(), genre.position());
		this.list.forget();
	}

	/**
	 * Changes one to what a draft says. If it is that already, nothing happens.
	 * @throws org.springframework.web.ErrorResponseException if there is none
	 */
	@Transactional
	AdministeredGenre replace(String code, GenreDraft draft) {
		StoredGenre genre = this.genres.lock(code).orElseThrow(GenreAdministration::unknown);
		AdministeredGenre after = draft.of(code);
		if (!after.equals(genre.administered())) {
			genre.replace(after);
			this.list.forget();
		}
		return after;
	}

	/**
	 * Deletes one that no webtoon has.
	 * @throws org.springframework.web.ErrorResponseException if there is none, or
	 * webtoons have it
	 */
	@Transactional
	void delete(String code) {
		StoredGenre genre = this.genres.lock(code).orElseThrow(GenreAdministration::unknown);
		long webtoons = this.genres.countWebtoons(code);
		if (webtoons > 0) {
			throw ProblemType.GENRE_IN_USE.exception("The genre cannot be deleted: %d %s it. Give them another first."
				.formatted(webtoons, (webtoons == 1) ? "webtoon has" : "webtoons have"));
		}
		this.genres.delete(genre);
		this.list.forget();
	}

	private static RuntimeException unknown() {
		return ProblemType.UNKNOWN_GENRE.exception("There is no genre of that code. /api/v1/genres lists all.");
	}

}
