package dev.yoil.lab.plain;

import java.util.List;

import dev.yoil.lab.plain.PlainWebtoons.Page;
import dev.yoil.lab.plain.PlainWebtoons.Ranking;
import dev.yoil.lab.plain.PlainWebtoons.Webtoon;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers the requests of the experiments. Spring writes the JSON, Tomcat compresses it.
 * Each mapping is more specific than the service's own of the same path, and so precedes
 * it.
 */
@RestController
class PlainController {

	private final PlainWebtoons webtoons;

	PlainController(PlainWebtoons webtoons) {
		this.webtoons = webtoons;
	}

	@GetMapping(path = "/api/v1/webtoon", params = { "publishDay", "!page" }, produces = "application/json")
	List<Webtoon> list(@RequestParam(name = "publishDay") String day,
			@RequestParam(name = "sort", defaultValue = "title") String sort) {
		return this.webtoons.list(day, sort);
	}

	@GetMapping(path = "/api/v1/webtoon", params = { "publishDay", "page" }, produces = "application/json")
	Page page(@RequestParam(name = "publishDay") String day, @RequestParam(name = "page") int page) {
		return this.webtoons.page(day, page);
	}

	@GetMapping(path = "/api/v1/ranking/daily", params = "!of", produces = "application/json")
	Ranking ranking() {
		return this.webtoons.ranking();
	}

}
