package dev.yoil.webtoon.catalog;

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
		int number = number("page", page, 0, 0, LAST_PAGE);
		int items = number("size", size, PublishDayPage.SIZE, 1, LARGEST_PAGE);
		return (items == PublishDayPage.SIZE) ? this.lists.findWebtoonPage(new PublishDayPage(day, number))
				: this.lists.readWebtoonPage(day, number, items);
	}

	private static int number(String parameter, @Nullable String value, int usual, int least, int most) {
		if (value == null) {
			return usual;
		}
		try {
			int number = Integer.parseInt(value);
			if (number >= least && number <= most) {
				return number;
			}
		}
		catch (NumberFormatException ex) {
			// Answered like a number out of range.
		}
		throw new RefusedParameterException(parameter, value, "whole numbers from " + least + " to " + most);
	}

}
