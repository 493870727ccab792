package dev.yoil.webtoon.catalog;

import java.time.LocalDate;

import dev.yoil.webtoon.problem.ProblemType;
import dev.yoil.webtoon.validation.Text;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A new webtoon as an administrator sends it. The publish day is a text that
 * {@link PublishDay#of(String)} accepts.
 */
record WebtoonDraft(@Text(max = 200) String title, @Text(max = 100) String author,
		@NotNull(message = UNKNOWN_GENRE) @Pattern(regexp = GENRE, message = UNKNOWN_GENRE) String genre,
		@NotNull(message = UNKNOWN_DAY) @Schema(pattern = PublishDay.PATTERN, description = PublishDay.SPELLINGS,
				example = "MONDAY") String publishDay,
		@Text(max = 1000, lines = true) String synopsis, @Nullable LocalDate registeredDate) {

	/** Pattern of genre codes. */
	static final String GENRE = "[A-Z_]{1,30}";

	static final String UNKNOWN_DAY = "must be a day of the week";

	static final String UNKNOWN_GENRE = "must be the code of an existing genre";

	/** Databases differ in how they store dates outside this range. */
	private static final LocalDate FIRST_DATE = LocalDate.of(1900, 1, 1);

	private static final LocalDate LAST_DATE = LocalDate.of(9999, 12, 31);

	AdministeredWebtoon of(long id, LocalDate date) {
		if (date.isBefore(FIRST_DATE) || date.isAfter(LAST_DATE)) {
			throw refused("registeredDate", "must be from " + FIRST_DATE + " to " + LAST_DATE);
		}
		PublishDay day = PublishDay.of(this.publishDay)
			.orElseThrow(() -> refused("publishDay", "must be one of " + PublishDay.acceptedTexts()));
		return new AdministeredWebtoon(id, this.title, this.author, this.genre, day, Thumbnails.of(id), this.synopsis,
				date);
	}

	static RuntimeException refused(String field, String complaint) {
		return ProblemType.REFUSED_VALUES.exception("Invalid fields: '" + field + "' " + complaint + ".");
	}

	/**
	 * The new state of a webtoon. All fields are required, because a {@code PUT} removes
	 * what it omits.
	 */
	record WebtoonReplacement(@Text(max = 200) String title, @Text(max = 100) String author,
			@NotNull(message = UNKNOWN_GENRE) @Pattern(regexp = GENRE, message = UNKNOWN_GENRE) String genre,
			@NotNull(message = UNKNOWN_DAY) @Schema(pattern = PublishDay.PATTERN, description = PublishDay.SPELLINGS,
					example = "MONDAY") String publishDay,
			@Text(max = 1000, lines = true) String synopsis,
			@NotNull(message = "must be a date such as 2026-01-31") LocalDate registeredDate) {

		AdministeredWebtoon of(long id) {
			return new WebtoonDraft(this.title, this.author, this.genre, this.publishDay, this.synopsis,
					this.registeredDate)
				.of(id, this.registeredDate);
		}

	}

}
