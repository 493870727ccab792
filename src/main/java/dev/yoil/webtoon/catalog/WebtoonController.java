package dev.yoil.webtoon.catalog;

import java.util.regex.Pattern;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.webtoon.RefusedParameterException;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Webtoons over HTTP.
 */
@RestController
class WebtoonController {

	private static final Pattern DIGITS = Pattern.compile("[0-9]{1,7}");

	private static final int LAST_PAGE = 1_000_000;

	private static final int LARGEST_PAGE = 100;

	/** As many digits as every such number has room for. */
	private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

	private static final int LONGEST_QUERY = 100;

	private final PublishDayLists lists;

	private final Catalog catalog;

	private final Representations representations;

	WebtoonController(PublishDayLists lists, Catalog catalog, Representations representations) {
		this.lists = lists;
		this.catalog = catalog;
		this.representations = representations;
	}

	/**
	 * Answers with the webtoons of a publish day: all of them, or a page if there is a
	 * parameter of pages.
	 * @param publishDay a text that {@link PublishDay#of(String)} knows
	 * @param sort a text that {@link WebtoonSort#of(String)} knows
	 * @param page the number of the page, the first one unless told
	 * @param size how many webtoons a page has, 30 unless told
	 * @return a list of {@link WebtoonSummary}, or a {@link WebtoonPage}
	 * @throws RefusedParameterException if a value is missing or not allowed
	 */
	@KeyedByUri
	@GetMapping(path = "/api/v1/webtoon", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation byPublishDay(@RequestParam(defaultValue = "") String publishDay, @RequestParam @Nullable String sort,
			@RequestParam @Nullable String page, @RequestParam @Nullable String size) {
		PublishDay day = PublishDay.of(publishDay)
			.orElseThrow(() -> new RefusedParameterException("publishDay", publishDay, PublishDay.acceptedTexts()));
		PublishDayList list = new PublishDayList(day, (sort != null) ? sort(sort) : WebtoonSort.TITLE);
		if (page == null && size == null) {
			return this.lists.findWebtoonsByPublishDay(list);
		}
		return page(list, number("page", page, 0, 0, LAST_PAGE),
				number("size", size, PublishDayPage.SIZE, 1, LARGEST_PAGE));
	}

	/**
	 * Answers with one webtoon, its counts and its rating.
	 * @param id its number
	 * @return a {@link WebtoonDetails}
	 * @throws UnknownWebtoonException if there is none
	 */
	@GetMapping(path = "/api/v1/webtoon/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation details(@PathVariable String id) {
		if (!NUMBER.matcher(id).matches()) {
			throw new UnknownWebtoonException();
		}
		return this.representations
			.of(this.catalog.details(Long.parseLong(id)).orElseThrow(UnknownWebtoonException::new));
	}

	/**
	 * Answers with a page of the webtoons whose title or author has a text in it.
	 * @param query the text, 1 to 100 characters without spaces around it
	 * @param page the number of the page, the first one unless told
	 * @param size how many webtoons a page has, 30 unless told
	 * @return a {@link WebtoonPage}, by title, then by number
	 * @throws RefusedParameterException if a value is missing or not allowed
	 */
	@GetMapping(path = "/api/v1/webtoon/search", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation search(@RequestParam(defaultValue = "") String query, @RequestParam @Nullable String page,
			@RequestParam @Nullable String size) {
		String text = query.strip();
		if (text.isEmpty() || text.length() > LONGEST_QUERY || text.indexOf('\0') >= 0) {
			throw new RefusedParameterException("query", query, "texts of 1 to " + LONGEST_QUERY + " characters");
		}
		return this.representations.of(this.catalog.search(text, number("page", page, 0, 0, LAST_PAGE),
				number("size", size, PublishDayPage.SIZE, 1, LARGEST_PAGE)));
	}

	private Representation page(PublishDayList list, int number, int size) {
		long total = this.lists.countWebtoonsByPublishDay(list.publishDay());
		if (size == PublishDayPage.SIZE && (long) number * size < total) {
			return this.lists.findWebtoonPage(new PublishDayPage(list, number), total);
		}
		// What lies behind the last page is not kept: it would drive out what is read.
		return this.lists.readWebtoonPage(list, number, size, total);
	}

	private static WebtoonSort sort(String text) {
		return WebtoonSort.of(text)
			.orElseThrow(() -> new RefusedParameterException("sort", text, WebtoonSort.acceptedTexts()));
	}

	private static int number(String parameter, @Nullable String value, int usual, int least, int most) {
		if (value == null) {
			return usual;
		}
		// Java would also take a plus sign and the digits of other scripts.
		if (DIGITS.matcher(value).matches()) {
			int number = Integer.parseInt(value);
			if (number >= least && number <= most) {
				return number;
			}
		}
		throw new RefusedParameterException(parameter, value, "whole numbers from " + least + " to " + most);
	}

}
