package dev.yoil.webtoon.catalog;

import java.time.LocalDate;

import dev.yoil.webtoon.problem.ProblemType;
import dev.yoil.webtoon.validation.Text;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an administrator writes of a new webtoon.
 *
 * @param title its title
 * @param author the name under which its author publishes
 * @param genre the code of the kind of story it tells
 * @param publishDay a text that {@link PublishDay#of(String)} knows
 * @param synopsis what it is about, in a sentence or two
 * @param registeredDate when it was registered here; {@code null} if that is not said
 */
record WebtoonDraft(@Text(max = 200) String title, @Text(max = 100) String author,
		@NotNull(message = UNKNOWN_GENRE) @Pattern(regexp = GENRE, message = UNKNOWN_GENRE) String genre,
		@NotNull(message = UNKNOWN_DAY) @Schema(pattern = PublishDay.PATTERN, description = PublishDay.SPELLINGS,
				example = "MONDAY") String publishDay,
		@Text(max = 1000, lines = true) String synopsis, @Nullable LocalDate registeredDate) {

	/** The form of codes of genres. */
	static final String GENRE = "[A-Z_]{1,30}";

	/** What is said of a publish day that is missing. */
	static final String UNKNOWN_DAY = "must be a day of the week";

	/** What is said of a genre that there is not. */
	static final String UNKNOWN_GENRE = "must be the code of a genre that there is";

	/** Beyond these, databases differ in what they keep. */
	private static final LocalDate FIRST_DATE = LocalDate.of(1900, 1, 1);

	private static final LocalDate LAST_DATE = LocalDate.of(9999, 12, 31);

	/**
	 * The webtoon that is written of.
	 * @throws org.springframework.web.ErrorResponseException if the publish day is none
	 */
	AdministeredWebtoon of(long id, LocalDate date) {
		if (date.isBefore(FIRST_DATE) || date.isAfter(LAST_DATE)) {
			throw refused("registeredDate", "must be from " + FIRST_DATE + " to " + LAST_DATE);
		}
		PublishDay day = PublishDay.of(this.publishDay)
			.orElseThrow(() -> refused("publishDay", "must be one of " + PublishDay.acceptedTexts()));
		return new AdministeredWebtoon(id, this.title, this.author, this.genre, day, Thumbnails.of(id), this.synopsis,
				date);
	}

	/**
	 * A value that is not allowed, to be thrown.
	 */
	static RuntimeException refused(String field, String complaint) {
		return ProblemType.REFUSED_VALUES.exception("These fields are wrong: '" + field + "' " + complaint + ".");
	}

}
