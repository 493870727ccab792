package dev.yoil.webtoon.ranking;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Rankings over HTTP.
 */
@RestController
@Tag(name = "Rankings", description = "The most popular webtoons of today and this week.")
class RankingController {

	private final RankingLists rankings;

	RankingController(RankingLists rankings) {
		this.rankings = rankings;
	}

	@Operation(summary = "Returns today's ranking.")
	@KeyedByUri
	@ApiResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Ranking.class)))
	@GetMapping(path = "/api/v1/ranking/daily", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation daily() {
		return this.rankings.findDailyRanking();
	}

	@Operation(summary = "Returns this week's ranking, from Monday to Sunday.")
	@KeyedByUri
	@ApiResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Ranking.class)))
	@GetMapping(path = "/api/v1/ranking/weekly", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation weekly() {
		return this.rankings.findWeeklyRanking();
	}

}
