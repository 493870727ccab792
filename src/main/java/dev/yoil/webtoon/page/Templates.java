package dev.yoil.webtoon.page;

import java.text.NumberFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import dev.yoil.webtoon.ranking.RankingPeriod;
import org.jspecify.annotations.Nullable;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;

import org.springframework.stereotype.Component;

/**
 * The HTML templates, which escape all texts. Thread-safe.
 */
@Component
class Templates {

	private final TemplateEngine engine;

	private final Site site;

	Templates(TemplateEngine engine, Site site) {
		this.engine = engine;
		this.site = site;
	}

	String html(String template, Language language, Map<String, Object> content) {
		Map<String, Object> variables = new HashMap<>(content);
		variables.put("site", this.site);
		variables.put("language", language);
		variables.put("format", new Format(language.locale()));
		return this.engine.process(template, new Context(language.locale(), variables));
	}

	/**
	 * Formats of numbers and dates. The methods are public because templates call them.
	 */
	static final class Format {

		private final Locale locale;

		Format(Locale locale) {
			this.locale = locale;
		}

		public String number(long number) {
			return NumberFormat.getIntegerInstance(this.locale).format(number);
		}

		public String rating(@Nullable Double rating) {
			return (rating != null) ? String.format(this.locale, "%.1f", rating) : "–";
		}

		/** Returns one to five stars, or none without a rating. */
		public String stars(@Nullable Double rating) {
			int full = (rating != null) ? (int) Math.round(rating) : 0;
			return "★".repeat(full) + "☆".repeat(5 - full);
		}

		public String day(Instant moment) {
			return date(LocalDate.ofInstant(moment, RankingPeriod.ZONE));
		}

		public String date(LocalDate day) {
			return DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG).withLocale(this.locale).format(day);
		}

	}

}
