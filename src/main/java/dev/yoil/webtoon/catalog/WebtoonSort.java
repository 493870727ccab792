package dev.yoil.webtoon.catalog;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.yoil.webtoon.problem.RefusedParameterException;

import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Sort.Direction;

/**
 * The orders of a publish day's list. Each has an index, so the database need not sort.
 * H2 only uses it if the day is part of the order.
 */
public enum WebtoonSort {

	/** By title, then by number. */
	TITLE,

	/** By registration date, newest first, then by number. */
	REGISTERED,

	/** By likes, most first, then by number. */
	LIKES,

	/** By reviews, most first, then by number. */
	REVIEWS;

	/**
	 * Parses the parameter {@code sort}: the name of an order in lower case.
	 */
	public static WebtoonSort of(String text) {
		return Arrays.stream(values())
			.filter((sort) -> sort.toString().equals(text))
			.findFirst()
			.orElseThrow(() -> new RefusedParameterException("sort", text,
					Arrays.stream(values()).map(WebtoonSort::toString).collect(Collectors.joining(", "))));
	}

	Sort order() {
		Sort withinDay = switch (this) {
			case TITLE -> Sort.by("title", "id");
			case REGISTERED -> Sort.by(Direction.DESC, "registeredDate", "id");
			case LIKES -> Sort.by(Direction.DESC, "likes").and(Sort.by("id"));
			case REVIEWS -> Sort.by(Direction.DESC, "reviews").and(Sort.by("id"));
		};
		return Sort.by("publishDay").and(withinDay);
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
