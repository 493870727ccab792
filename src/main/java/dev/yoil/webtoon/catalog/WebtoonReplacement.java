package dev.yoil.webtoon.catalog;

import java.time.LocalDate;

import dev.yoil.webtoon.validation.Text;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/**
 * What an administrator writes in place of a webtoon: all of it, because what a
 * {@code PUT} leaves out would be gone.
 *
 * @param title its title
 * @param author the name under which its author publishes
 * @param genre the code of the kind of story it tells
 * @param publishDay a text that {@link PublishDay#of(String)} knows
 * @param synopsis what it is about, in a sentence or two
 * @param registeredDate when it was registered here
 */
record WebtoonReplacement(@Text(max = 200) String title, @Text(max = 100) String author,
		@NotNull(message = WebtoonDraft.UNKNOWN_GENRE) @Pattern(regexp = WebtoonDraft.GENRE,
				message = WebtoonDraft.UNKNOWN_GENRE) String genre,
		@NotNull(message = WebtoonDraft.UNKNOWN_DAY) @Schema(pattern = PublishDay.PATTERN,
				description = PublishDay.SPELLINGS, example = "MONDAY") String publishDay,
		@Text(max = 1000, lines = true) String synopsis,
		@NotNull(message = "must be a date such as 2026-01-31") LocalDate registeredDate) {

	/**
	 * The webtoon that is written of.
	 * @throws org.springframework.web.ErrorResponseException if a value is not allowed
	 */
	AdministeredWebtoon of(long id) {
		return new WebtoonDraft(this.title, this.author, this.genre, this.publishDay, this.synopsis,
				this.registeredDate)
			.of(id, this.registeredDate);
	}

}
