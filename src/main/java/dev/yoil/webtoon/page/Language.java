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

/**
 * The languages that pages are written in.
 */
enum Language {

	/** Korean, for whoever does not say. */
	KOREAN("ko"),

	/** English. */
	ENGLISH("en");

	/** The name of the cookie in which a reader's choice is kept. */
	static final String COOKIE = "yoil-language";

	private final String tag;

	private final Locale locale;

	Language(String tag) {
		this.tag = tag;
		this.locale = Locale.forLanguageTag(tag);
	}

	/**
	 * The language in which to answer a request: the one that the reader chose, else the
	 * first that the browser asks for and that there is, else Korean.
	 * @param request what may bring a cookie and {@code Accept-Language}
	 */
	static Language of(HttpServletRequest request) {
		return chosen(request).or(() -> accepted(request)).orElse(KOREAN);
	}

	/**
	 * The language that a tag stands for.
	 */
	static Optional<Language> of(@Nullable String tag) {
		return Arrays.stream(values()).filter((language) -> language.tag.equals(tag)).findFirst();
	}

	/**
	 * Its tag, as HTML and HTTP have it.
	 * @return two letters
	 */
	public String tag() {
		return this.tag;
	}

	/**
	 * How numbers and dates are written.
	 */
	Locale locale() {
		return this.locale;
	}

	/**
	 * The names of genres.
	 * @return names by code, in the order of the genres
	 */
	Map<String, String> names(List<Genre> genres) {
		Map<String, String> names = new LinkedHashMap<>();
		genres.forEach((genre) -> names.put(genre.code(), (this == KOREAN) ? genre.label() : genre.labelEn()));
		return names;
	}

	private static Optional<Language> chosen(HttpServletRequest request) {
		Cookie[] cookies = request.getCookies();
		return (cookies == null) ? Optional.empty()
				: Arrays.stream(cookies)
					.filter((cookie) -> cookie.getName().equals(COOKIE))
					.flatMap((cookie) -> of(cookie.getValue()).stream())
					.findFirst();
	}

	private static Optional<Language> accepted(HttpServletRequest request) {
		// Without the header, the request would have the server's own language.
		List<Locale> asked = (request.getHeader("Accept-Language") != null) ? Collections.list(request.getLocales())
				: List.of();
		return asked.stream().flatMap((locale) -> of(locale.getLanguage()).stream()).findFirst();
	}

}
