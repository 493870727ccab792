package dev.yoil.webtoon.genre;

import dev.yoil.webtoon.validation.Text;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;

/**
 * What an administrator may change of a genre.
 *
 * @param label its name for Korean readers
 * @param labelEn its name for English readers
 * @param position where it is shown, from 0
 */
record GenreDraft(@Text(max = 30) String label, @Text(max = 30) String labelEn,
		@NotNull(message = POSITION) @PositiveOrZero(message = POSITION) Integer position) {

	/** What a position must be. */
	static final String POSITION = "must be a whole number from 0";

	AdministeredGenre of(String code) {
		return new AdministeredGenre(code, this.label, this.labelEn, this.position);
	}

}
