package dev.yoil.webtoon.genre;

import dev.yoil.webtoon.validation.Text;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;

/**
 * The editable part of a genre. Positions start at 0.
 */
record GenreDraft(@Text(max = 30) String label, @Text(max = 30) String labelEn,
		@NotNull(message = POSITION) @PositiveOrZero(message = POSITION) Integer position) {

	static final String POSITION = "must be a whole number from 0";

	AdministeredGenre of(String code) {
		return new AdministeredGenre(code, this.label, this.labelEn, this.position);
	}

}
