package dev.yoil.webtoon.ranking;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Represents;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Rankings over HTTP.
 */
@RestController
class RankingController {

	private final RankingLists rankings;

	RankingController(RankingLists rankings) {
		this.rankings = rankings;
	}

	/**
	 * Answers with the ranking of the day.
	 * @return a {@link Ranking}
	 */
	@KeyedByUri
	@Represents(Ranking.class)
	@GetMapping(path = "/api/v1/ranking/daily", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation daily() {
		return this.rankings.findDailyRanking();
	}

	/**
	 * Answers with the ranking of the week, from Monday to Sunday.
	 * @return a {@link Ranking}
	 */
	@KeyedByUri
	@Represents(Ranking.class)
	@GetMapping(path = "/api/v1/ranking/weekly", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation weekly() {
		return this.rankings.findWeeklyRanking();
	}

}
