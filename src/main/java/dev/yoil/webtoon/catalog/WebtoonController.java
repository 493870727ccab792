package dev.yoil.webtoon.catalog;

import java.util.List;

import dev.yoil.webtoon.RefusedParameterException;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Webtoons over HTTP.
 */
@RestController
class WebtoonController {

	private final PublishDayLists lists;

	WebtoonController(PublishDayLists lists) {
		this.lists = lists;
	}

	/**
	 * Answers with the webtoons of a publish day.
	 * @param publishDay a text that {@link PublishDay#of(String)} knows
	 * @return the webtoons by title, then by number
	 * @throws RefusedParameterException if the text is missing or stands for no publish
	 * day
	 */
	@GetMapping(path = "/api/v1/webtoon", produces = MediaType.APPLICATION_JSON_VALUE)
	List<WebtoonSummary> byPublishDay(@RequestParam(defaultValue = "") String publishDay) {
		return this.lists.findWebtoonsByPublishDay(PublishDay.of(publishDay)
			.orElseThrow(() -> new RefusedParameterException("publishDay", publishDay, PublishDay.acceptedTexts())));
	}

}
