package dev.yoil.webtoon.page;

import java.text.NumberFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;

import org.jspecify.annotations.Nullable;

/**
 * Numbers and dates in the language of a page. What templates call is public: they find
 * nothing else. For one thread only.
 */
final class Writing {

	private final Language language;

	private final NumberFormat whole;

	private final NumberFormat mean;

	Writing(Language language) {
		this.language = language;
		this.whole = NumberFormat.getIntegerInstance(language.locale());
		this.mean = NumberFormat.getNumberInstance(language.locale());
		this.mean.setMinimumFractionDigits(1);
		this.mean.setMaximumFractionDigits(1);
	}

	public String number(long number) {
		return this.whole.format(number);
	}

	public String rating(@Nullable Double rating) {
		return (rating != null) ? this.mean.format(rating) : "–";
	}

	/**
	 * The day in Seoul, where most readers are.
	 */
	public String day(Instant moment) {
		return date(LocalDate.ofInstant(moment, ZoneId.of("Asia/Seoul")));
	}

	public String date(LocalDate day) {
		return DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG).withLocale(this.language.locale()).format(day);
	}

}
