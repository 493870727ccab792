package dev.yoil.webtoon.genre;

import dev.yoil.webtoon.validation.Text;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.PositiveOrZero;

/**
 * A genre as administrators edit it. Its code never changes; genres are sorted by
 * position, then by code.
 */
record AdministeredGenre(@NotNull(message = CODE) @Pattern(regexp = "[A-Z_]{1,30}", message = CODE) String code,
		@Text(max = 30) String label, @Text(max = 30) String labelEn,
		@NotNull(message = GenreDraft.POSITION) @PositiveOrZero(message = GenreDraft.POSITION) Integer position) {

	private static final String CODE = "must have 1 to 30 characters, only A to Z and _";

}
