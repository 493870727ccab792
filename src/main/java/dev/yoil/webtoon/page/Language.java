package dev.yoil.webtoon.page;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.yoil.webtoon.genre.Genre;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.web.util.WebUtils;

/**
 * The languages of the pages. Korean is the default.
 */
enum Language {

	/** Korean. */
	KOREAN("ko"),

	/** English. */
	ENGLISH("en");

	/** Cookie with the reader's choice. */
	static final String COOKIE = "yoil-language";

	private final String tag;

	private final Locale locale;

	Language(String tag) {
		this.tag = tag;
		this.locale = Locale.forLanguageTag(tag);
	}

	/**
	 * Returns the chosen language, else the first supported one in
	 * {@code Accept-Language}, else Korean.
	 */
	static Language of(HttpServletRequest request) {
		return chosen(request).or(() -> accepted(request)).orElse(KOREAN);
	}

	static Optional<Language> of(@Nullable String tag) {
		return Arrays.stream(values()).filter((language) -> language.tag.equals(tag)).findFirst();
	}

	public String tag() {
		return this.tag;
	}

	Locale locale() {
		return this.locale;
	}

	/**
	 * Returns the names of genres by code, in the same order.
	 */
	Map<String, String> names(List<Genre> genres) {
		Map<String, String> names = new LinkedHashMap<>();
		genres.forEach((genre) -> names.put(genre.code(), (this == KOREAN) ? genre.label() : genre.labelEn()));
		return names;
	}

	private static Optional<Language> chosen(HttpServletRequest request) {
		Cookie cookie = WebUtils.getCookie(request, COOKIE);
		return (cookie != null) ? of(cookie.getValue()) : Optional.empty();
	}

	private static Optional<Language> accepted(HttpServletRequest request) {
		// Without the header, the request returns the server's locale.
		List<Locale> asked = (request.getHeader("Accept-Language") != null) ? Collections.list(request.getLocales())
				: List.of();
		return asked.stream().flatMap((locale) -> of(locale.getLanguage()).stream()).findFirst();
	}

}
