package dev.yoil.webtoon;

import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages of the site over HTTP.
 */
class ReaderPageTests {

	/** 45 for each day: two pages. */
	@RegisterExtension
	private static final RunningService service = RunningService.shared("--yoil.sample-webtoons=315");

	@ParameterizedTest
	@CsvSource({ "14:59:59.999, MONDAY", "15:00:00, TUESDAY" })
	void showsTodayInSeoul(String time, String day) throws Exception {
		Instant now = service.clock().instant();
		Instant monday = Instant.parse("2026-11-23T" + time + "Z");
		while (monday.isBefore(now)) {
			monday = monday.plus(Duration.ofDays(7));
		}
		service.clock().set(monday);
		assertThat(page(service, "/").body()).containsPattern("data-day=\"" + day + "\"[^>]* aria-current=\"page\"");
	}

	@ParameterizedTest
	@CsvSource({ "MONDAY, title, ''", "TUESDAY, registered, ''", "WEDNESDAY, likes, ''", "THURSDAY, reviews, ''",
			"FRIDAY, title, DRAMA", "SATURDAY, likes, COMEDY", "SUNDAY, title, ''" })
	void showsTheList(String day, String sort, String genre) throws Exception {
		String filter = genre.isEmpty() ? "" : "&genre=" + genre;
		JsonNode list = service.json("/api/v1/webtoon?publishDay=" + day + "&sort=" + sort + filter + "&page=0");
		assertThat(cards(page(service, "/?day=" + day + "&sort=" + sort + filter).body())).containsExactlyElementsOf(
				list.get("items").valueStream().map((item) -> item.get("id").asString()).toList());
		list.get("items").forEach((item) -> {
			if (!genre.isEmpty()) {
				assertThat(item.get("genre").asString()).isEqualTo(genre);
			}
		});
	}

	@Test
	void linksToTheNextPage() throws Exception {
		String first = page(service, "/?day=MONDAY").body();
		assertThat(cards(first)).hasSize(30);
		assertThat(first).contains("href=\"/?day=MONDAY&amp;page=2\"");
		String second = page(service, "/?day=MONDAY&page=2").body();
		assertThat(cards(second)).hasSize(15).doesNotContainAnyElementsOf(cards(first));
		assertThat(second).doesNotContain("data-testid=\"more\"");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			en-GB,en;q=0.9    |                  | en
			ko-KR,ko,en       |                  | ko
			de,en;q=0.5       |                  | en
			de                |                  | ko
			en                | yoil-language=ko | ko
			ko                | yoil-language=en | en
			ko                | yoil-language=xx | ko
			""")
	void negotiatesTheLanguage(String accepted, String cookie, String language) throws Exception {
		HttpRequest.Builder request = request(service, "/").header("Accept-Language", accepted);
		if (cookie != null) {
			request.header("Cookie", cookie);
		}
		HttpResponse<String> page = service.text(request.build());
		assertThat(page.body()).contains("<html lang=\"" + language + "\"");
		assertThat(page.headers().allValues("Vary")).containsExactly("Accept-Encoding, Accept-Language, Cookie");
	}

	@ParameterizedTest
	@CsvSource({ "/?lang=en, /", "/?day=MONDAY&lang=en&sort=likes, /?day=MONDAY&sort=likes",
			"/search?q=%EC%9A%94%EC%9D%BC&lang=en, /search?q=%EC%9A%94%EC%9D%BC", "/webtoon/1?lang=en, /webtoon/1" })
	void switchesTheLanguage(String address, String then) throws Exception {
		HttpResponse<String> response = HttpClient.newHttpClient()
			.send(request(service, address).build(), HttpResponse.BodyHandlers.ofString());
		assertThat(response.statusCode()).isEqualTo(303);
		assertThat(response.headers().firstValue("Location")).hasValue(then);
		assertThat(response.headers().firstValue("Set-Cookie")).get()
			.asString()
			.startsWith("yoil-language=en; Path=/; Max-Age=31536000;")
			.contains("SameSite=Lax");
	}

	@Test
	void countsInSingularAndPlural() throws Exception {
		assertThat(english("/search?q=nothing-is-called-so")).contains("class=\"count\">0 titles<");
		assertThat(english("/?day=MONDAY")).contains("class=\"count\">45 titles<");
		// Samples may have a title in common.
		for (JsonNode webtoon : service.json("/api/v1/webtoon?publishDay=MONDAY&page=0&size=5").get("items")) {
			String title = URLEncoder.encode(webtoon.get("title").asString(), StandardCharsets.UTF_8);
			long total = service.json("/api/v1/webtoon/search?query=" + title).get("total").asLong();
			assertThat(english("/search?q=" + title)).contains((total == 1) ? ">1 title<" : ">" + total + " titles<");
		}
	}

	private static String english(String path) throws Exception {
		return service.text(request(service, path).header("Accept-Language", "en").build()).body();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/console/", "/console/main.js" })
	void explainsRejectionsByAFilter(String path) throws Exception {
		HttpResponse<String> refused = service.text(
				request(service, path).header("X-Forwarded-For", "192.0.2.1").header("Accept-Language", "en").build());
		assertThat(refused.statusCode()).isEqualTo(401);
		assertThat(refused.headers().allValues("WWW-Authenticate")).hasSize(1);
		assertThat(refused.body()).contains("Administrators only");
	}

	@ParameterizedTest
	@ValueSource(strings = { "site.css", "front.js", "webtoon.js", "favicon.svg" })
	void marksHashedFilesImmutable(String name) throws Exception {
		String hashed = name.replace(".", "-[0-9a-f]{32}.");
		String address = matches("\"(/assets/" + hashed + ")\"",
				page(service, "/").body() + page(service, "/webtoon/1").body())
			.findAny()
			.orElseThrow();
		HttpResponse<String> file = page(service, address);
		assertThat(file.headers().firstValue("Cache-Control")).hasValue("max-age=31536000, public, immutable");
		String etag = file.headers().firstValue("ETag").orElseThrow();
		HttpResponse<String> again = service.text(request(service, address).header("If-None-Match", etag).build());
		assertThat(again.statusCode()).isEqualTo(304);
		assertThat(again.headers().allValues("Vary")).containsExactly("Accept-Encoding");
		assertThat(page(service, address.replaceFirst("-.", "-x")).statusCode()).isEqualTo(404);
		assertThat(page(service, "/assets/" + name).statusCode()).isEqualTo(404);
	}

	@Test
	void showsLikesAndReviewsOnTheNextRead() throws Exception {
		String id = cards(page(service, "/?day=THURSDAY").body()).get(0);
		Reader reader = new Reader(service);
		String path = "/api/v1/webtoon/" + id;
		assertThat(page(service, "/?day=THURSDAY").statusCode()).isEqualTo(200);
		assertThat(reader.send("PUT", path + "/like", null).statusCode()).isEqualTo(200);
		assertThat(card(page(service, "/?day=THURSDAY").body(), id)).containsPattern("좋아요</span> <span>1</span>");
		String review = "{\"nickname\":\"<b>독자</b>\",\"rating\":4,\"text\":\"<script>alert(1)</script>\"}";
		assertThat(reader.send("POST", path + "/reviews", review).statusCode()).isEqualTo(201);
		assertThat(card(page(service, "/?day=THURSDAY").body(), id)).contains("<span>4.0</span>");
		assertThat(page(service, "/webtoon/" + id).body())
			.contains("&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;b&gt;독자&lt;/b&gt;", "aria-pressed=\"false\"")
			.doesNotContain("<script>", "data-mine=\"true\"");
	}

	@Test
	void cachesListPagesOnly() throws Exception {
		// Other tests may have cached the same pages.
		assertThat(new Administrator(service).send("DELETE", "/api/v1/cache/renderPage/entries", null).statusCode())
			.isEqualTo(204);
		page(service, "/?day=MONDAY");
		long kept = kept();
		assertThat(page(service, "/search?q=%EC%9D%98").statusCode()).isEqualTo(200);
		assertThat(page(service, "/?day=MONDAY&page=99").body()).doesNotContain("data-testid=\"card\"");
		assertThat(page(service, "/webtoon/1").headers().firstValue("Cache-Control")).hasValue("private, no-cache");
		assertThat(kept()).isEqualTo(kept);
		page(service, "/?day=MONDAY&page=2");
		assertThat(kept()).isEqualTo(kept + 1);
	}

	private static long kept() throws Exception {
		return service.json("/api/v1/cache/renderPage?limit=0").get("size").asLong();
	}

	@Test
	void escapesTheSearchText() throws Exception {
		assertThat(page(service, "/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E").body())
			.contains("&quot;&gt;&lt;script&gt;")
			.doesNotContain("<script>");
	}

	@ParameterizedTest
	@CsvSource({ "/webtoon/999999, 404, Page not found", "/nowhere, 404, Page not found",
			"/?day=someday, 400, Invalid value for ‘day’", "/?genre=NONE, 400, Invalid value for ‘genre’",
			"/?sort=x, 400, Invalid value for ‘sort’", "/search?q=%00, 400, Invalid value for ‘q’",
			"/?page=0, 400, Invalid value for ‘page’" })
	void explainsErrorsAsPagesAndProblems(String address, int status, String words) throws Exception {
		HttpResponse<String> page = service.text(request(service, address).header("Accept-Language", "en").build());
		assertThat(page.statusCode()).isEqualTo(status);
		assertThat(page.headers().firstValue("Content-Type")).get().asString().startsWith("text/html");
		assertThat(page.body()).contains(words, "<html lang=\"en\"");
		HttpResponse<String> problem = service.get(address);
		assertThat(problem.statusCode()).isEqualTo(status);
		assertThat(problem.headers().firstValue("Content-Type")).hasValue("application/problem+json");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			text/html                                             | text/html
			text/html,application/xhtml+xml,*/*;q=0.8             | text/html
			application/json, text/html;q=0.1                     | application/problem+json
			text/html;q=0                                         | application/problem+json
			*/*                                                   | application/problem+json
			text/html; q=a lot                                    | application/problem+json
			""")
	void showsErrorsAsPagesIfHtmlIsPreferred(String accepted, String type) throws Exception {
		HttpResponse<String> response = service
			.text(service.request("GET", "/nowhere").header("Accept", accepted).build());
		assertThat(response.statusCode()).isEqualTo(404);
		assertThat(response.headers().firstValue("Content-Type")).get().asString().startsWith(type);
	}

	@Test
	void hasAllPicturesInOneFile() throws Exception {
		String lists = page(service, "/?day=MONDAY").body() + page(service, "/?day=TUESDAY&page=2").body();
		String file = matches("<img class=\"picture\" src=\"([^\"#]+)#\\d+\"", lists).distinct()
			.collect(Collectors.joining());
		HttpResponse<byte[]> pictures = service.send(request(service, file).header("Accept-Encoding", "gzip").build());
		assertThat(pictures.headers().firstValue("Content-Type")).hasValue("image/svg+xml");
		assertThat(pictures.headers().firstValue("Cache-Control")).hasValue("max-age=86400, public");
		assertThat(pictures.headers().firstValue("Content-Encoding")).hasValue("gzip");
		assertThat(pictures.body()).hasSizeLessThan(12_000);
	}

	private static List<String> cards(String body) {
		return matches("data-testid=\"card\" data-id=\"(\\d+)\"", body).toList();
	}

	private static String card(String body, String id) {
		int begin = body.indexOf("data-testid=\"card\" data-id=\"" + id + "\"");
		return body.substring(begin, body.indexOf("</li>", begin));
	}

	private static Stream<String> matches(String pattern, String text) {
		return Pattern.compile(pattern).matcher(text).results().map((MatchResult match) -> match.group(1));
	}

	private static HttpResponse<String> page(RunningService service, String path) throws Exception {
		return service.text(request(service, path).build());
	}

	private static HttpRequest.Builder request(RunningService service, String path) {
		return service.request("GET", path).header("Accept", "text/html");
	}

}
