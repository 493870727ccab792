package dev.yoil.webtoon.catalog;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.yoil.webtoon.problem.RefusedParameterException;

/**
 * Orders in which the list of a publish day can be read. Each is that of an index, so
 * that the database need not sort; H2 only sees that if the day is part of the order.
 */
public enum WebtoonSort {

	/** By title, then by number. */
	TITLE("title, id"),

	/** The newest first, by the day of registration, then by number. */
	REGISTERED("registered_date desc, id desc"),

	/** Those with the most likes first, then by number. */
	LIKES("like_count desc, id"),

	/** Those with the most reviews first, then by number. */
	REVIEWS("review_count desc, id");

	private final String columns;

	WebtoonSort(String columns) {
		this.columns = columns;
	}

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
	 * The order in SQL.
	 */
	String order() {
		return " order by publish_day, " + this.columns;
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
