package dev.yoil.webtoon.genre;

import dev.yoil.webtoon.validation.Text;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.PositiveOrZero;

/**
 * A genre as administrators see and write it.
 *
 * @param code what webtoons refer to it by; it never changes
 * @param label its name for Korean readers
 * @param labelEn its name for English readers
 * @param position where it is shown: genres are in the order of their positions, then of
 * their codes
 */
record AdministeredGenre(@NotNull(message = CODE) @Pattern(regexp = "[A-Z_]{1,30}", message = CODE) String code,
		@Text(max = 30) String label, @Text(max = 30) String labelEn,
		@NotNull(message = GenreDraft.POSITION) @PositiveOrZero(message = GenreDraft.POSITION) Integer position) {

	private static final String CODE = "must have 1 to 30 characters, only A to Z and _";

}
