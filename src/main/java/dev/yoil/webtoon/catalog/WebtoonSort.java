package dev.yoil.webtoon.catalog;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.yoil.webtoon.problem.RefusedParameterException;

import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Sort.Direction;

/**
 * Orders in which the list of a publish day can be read. Each is that of an index, so
 * that the database need not sort; H2 only sees that if the day is part of the order.
 */
public enum WebtoonSort {

	/** By title, then by number. */
	TITLE,

	/** The newest first, by the day of registration, then by number. */
	REGISTERED,

	/** Those with the most likes first, then by number. */
	LIKES,

	/** Those with the most reviews first, then by number. */
	REVIEWS;

	/**
	 * Reads the parameter {@code sort}: the name of an order in lower case.
	 * @param text what the client sent
	 * @return the order
	 * @throws RefusedParameterException if the text stands for none
	 */
	public static WebtoonSort of(String text) {
		return Arrays.stream(values())
			.filter((sort) -> sort.toString().equals(text))
			.findFirst()
			.orElseThrow(() -> new RefusedParameterException("sort", text,
					Arrays.stream(values()).map(WebtoonSort::toString).collect(Collectors.joining(", "))));
	}

	/**
	 * Returns the order of a query.
	 */
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
