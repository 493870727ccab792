package dev.yoil.webtoon.catalog;

import java.util.regex.Pattern;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.webtoon.RefusedParameterException;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
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

	private final PublishDayLists lists;

	WebtoonController(PublishDayLists lists) {
		this.lists = lists;
	}

	/**
	 * Answers with the webtoons of a publish day, by title, then by number: all of them,
	 * or a page if there is a parameter of pages.
	 * @param publishDay a text that {@link PublishDay#of(String)} knows
	 * @param page the number of the page, the first one unless told
	 * @param size how many webtoons a page has, 30 unless told
	 * @return a list of {@link WebtoonSummary}, or a {@link WebtoonPage}
	 * @throws RefusedParameterException if a value is missing or not allowed
	 */
	@KeyedByUri
	@GetMapping(path = "/api/v1/webtoon", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation byPublishDay(@RequestParam(defaultValue = "") String publishDay, @RequestParam @Nullable String page,
			@RequestParam @Nullable String size) {
		PublishDay day = PublishDay.of(publishDay)
			.orElseThrow(() -> new RefusedParameterException("publishDay", publishDay, PublishDay.acceptedTexts()));
		if (page == null && size == null) {
			return this.lists.findWebtoonsByPublishDay(day);
		}
		return page(day, number("page", page, 0, 0, LAST_PAGE),
				number("size", size, PublishDayPage.SIZE, 1, LARGEST_PAGE));
	}

	private Representation page(PublishDay day, int number, int size) {
		long total = this.lists.countWebtoonsByPublishDay(day);
		if (size == PublishDayPage.SIZE && (long) number * size < total) {
			return this.lists.findWebtoonPage(new PublishDayPage(day, number), total);
		}
		// What lies behind the last page is not kept: it would drive out what is read.
		return this.lists.readWebtoonPage(day, number, size, total);
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
