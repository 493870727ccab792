package dev.yoil.webtoon.catalog;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

import org.springframework.data.domain.Sort;

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
	 * The order that a text stands for: its name in lower case.
	 * @param text any text
	 * @return the order, or empty if the text stands for none
	 */
	public static Optional<WebtoonSort> of(String text) {
		return Arrays.stream(values()).filter((sort) -> sort.toString().equals(text)).findFirst();
	}

	/**
	 * The texts that stand for an order, for the reader of an error message.
	 * @return a list in words
	 */
	public static String acceptedTexts() {
		return Arrays.stream(values()).map(WebtoonSort::toString).collect(Collectors.joining(", "));
	}

	/**
	 * The order as a query has it.
	 * @return the properties of a webtoon
	 */
	Sort order() {
		Sort day = Sort.by("publishDay");
		return switch (this) {
			case TITLE -> day.and(Sort.by("title", "id"));
			case REGISTERED -> day.and(Sort.by(Sort.Direction.DESC, "registeredDate", "id"));
			case LIKES -> day.and(Sort.by(Sort.Direction.DESC, "likeCount")).and(Sort.by("id"));
			case REVIEWS -> day.and(Sort.by(Sort.Direction.DESC, "reviewCount")).and(Sort.by("id"));
		};
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
