package dev.yoil.browser;

import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;

import dev.yoil.webtoon.Administrator;
import dev.yoil.webtoon.RunningService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.Select;
import org.openqa.selenium.support.ui.WebDriverWait;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A reader visits the site, on a Saturday in Seoul.
 */
@ExtendWith(BrowserExtension.class)
class ReaderJourneyTests {

	private static final String CARD = "[data-testid=card]";

	/** On a first page. */
	private static final int PAGE = 30;

	/** Of each day. */
	private static final int PER_DAY = 75;

	/** Of a first visit of the front page. */
	private static final int MOST_REQUESTS = 6;

	/** In bytes, which the browser counts for the headers of each response. */
	private static final Long HEADERS = 300L;

	/** In bytes. */
	private static final long MOST_BYTES = 100_000;

	private static final String PICTURES_ARE_SEEN = """
			const sight = [...document.querySelectorAll('[data-testid=card] img')].filter((picture) => {
				const box = picture.getBoundingClientRect();
				return box.top < innerHeight && box.bottom > 0;
			});
			return document.readyState === 'complete' && sight.length > 0
				&& sight.every((picture) => picture.complete && picture.naturalWidth > 0);
			""";

	private static RunningService service;

	@BeforeAll
	static void start() {
		service = RunningService.start("--yoil.sample-webtoons=" + (7 * PER_DAY), "--yoil.sample-readers=200");
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	private static String address(String path) {
		return "http://127.0.0.1:" + service.port() + path;
	}

	private static Browser front(Browsers browsers, View view) {
		Browser browser = browsers.open(view).at(service.clock().instant()).go(address("/"));
		browser.find("card");
		return browser;
	}

	private static List<String> cards(Browser browser) {
		return browser.attributes(CARD, "data-id");
	}

	private static List<String> ids(String query) throws Exception {
		JsonNode response = service.json("/api/v1/webtoon?" + query);
		return StreamSupport.stream((response.isArray() ? response : response.get("items")).spliterator(), false)
			.map((webtoon) -> webtoon.get("id").asString())
			.toList();
	}

	private static String likes(Browser browser, String id) {
		return browser.texts(CARD + "[data-id='" + id + "'] .likes").get(0);
	}

	@Test
	void readsSortsAndFiltersLists(Browsers browsers) throws Exception {
		Browser browser = front(browsers, View.PHONE_ENGLISH);
		assertThat(browser.attributes("html", "lang")).containsExactly("en");
		assertThat(browser.attributes("[data-testid=day-tab][aria-current]", "data-day")).containsExactly("SATURDAY");
		assertThat(cards(browser)).startsWith(ids("publishDay=SATURDAY&sort=likes&page=0").toArray(String[]::new));
		browser.check("today");
		browser.click(Browser.css("[data-testid=day-tab][data-day=TUESDAY]"));
		browser.await("Tuesday",
				() -> browser.attributes("[data-testid=day-tab][aria-current]", "data-day").equals(List.of("TUESDAY")));
		List<String> tuesday = ids("publishDay=TUESDAY&sort=likes&page=0");
		browser.await("its webtoons", () -> cards(browser).containsAll(tuesday));
		String before = browser.driver().getCurrentUrl();
		new Select(browser.find("sort")).selectByValue("registered");
		List<String> newest = ids("publishDay=TUESDAY&sort=registered&page=0");
		browser.await("the newest first", () -> cards(browser).subList(0, PAGE).equals(newest));
		Select genres = new Select(browser.find("genre"));
		String genre = genres.getOptions().get(2).getDomProperty("value");
		genres.selectByIndex(2);
		List<String> ofGenre = StreamSupport
			.stream(service.json("/api/v1/webtoon?publishDay=TUESDAY&sort=registered").spliterator(), false)
			.filter((webtoon) -> webtoon.get("genre").asString().equals(genre))
			.map((webtoon) -> webtoon.get("id").asString())
			.toList();
		browser.await("those of " + genre, () -> cards(browser).equals(ofGenre));
		String shared = browser.driver().getCurrentUrl();
		browser.driver().navigate().back();
		browser.await("the newest again", () -> cards(browser).subList(0, PAGE).equals(newest));
		browser.driver().navigate().back();
		browser.await("the day before that", () -> browser.driver().getCurrentUrl().equals(before));
		Browser another = browsers.open(View.PHONE_ENGLISH).go(shared);
		another.await("the same", () -> cards(another).equals(ofGenre));
	}

	@Test
	void restoresTheScrollPosition(Browsers browsers) throws Exception {
		Browser browser = front(browsers, View.DESKTOP_ENGLISH);
		List<String> all = ids("publishDay=SATURDAY&sort=likes");
		browser.await("all of the day", () -> {
			browser.ask("document.querySelector('[data-testid=more]')?.scrollIntoView()");
			return cards(browser).size() == all.size();
		});
		assertThat(cards(browser)).containsExactlyElementsOf(all);
		String last = all.get(all.size() - 5);
		browser.click(Browser.css(CARD + "[data-id='" + last + "'] a"));
		browser.await("its page", () -> browser.driver().getCurrentUrl().contains("/webtoon/" + last));
		browser.driver().navigate().back();
		browser.await("the card is where it was",
				() -> cards(browser).contains(last) && browser.<Boolean>ask(
						"""
								const box = document.querySelector(`[data-testid=card][data-id="${arguments[0]}"]`).getBoundingClientRect();
								return box.bottom > 0 && box.top < innerHeight;
								""",
						last));
	}

	@Test
	void searchesLikesAndReviews(Browsers browsers) throws Exception {
		new Administrator(service).send("POST", "/api/v1/admin/banned-words", "{\"word\":\"광고글\"}");
		Browser browser = front(browsers, View.DESKTOP_KOREAN);
		browser.type(Browser.id("search"), "nothing is called that");
		browser.press(Keys.ENTER);
		browser.await("nothing is found", () -> cards(browser).isEmpty());
		browser.check("nothing found");
		browser.go(address("/"));
		String id = cards(browser).get(2);
		String before = likes(browser, id);
		browser.type(Browser.id("search"), service.json("/api/v1/webtoon/" + id).get("title").asString());
		browser.press(Keys.ENTER);
		browser.await("it is found", () -> cards(browser).contains(id));
		open(browser, id);
		browser.click("like");
		browser.await("it is liked", () -> isLiked(browser));
		writesEditsAndDeletesAReview(browser);
		browser.go(address("/"));
		assertThat(likes(browser, id)).isNotEqualTo(before);
		open(browser, id);
		browser.await("it is liked still", () -> isLiked(browser));
		browser.click("like");
		browser.await("it is not liked any more", () -> heart(browser).equals("false ♡"));
		browser.go(address("/"));
		assertThat(likes(browser, id)).isEqualTo(before);
	}

	private static void open(Browser browser, String id) {
		browser.click(Browser.css(CARD + "[data-id='" + id + "'] a"));
		browser.find("like");
	}

	private static boolean isLiked(Browser browser) {
		return heart(browser).equals("true ♥");
	}

	/** The state for screen readers, and the heart that is seen. */
	private static String heart(Browser browser) {
		return browser
			.ask("const like = document.getElementById('like'); return like.ariaPressed + ' ' + like.innerText[0];");
	}

	private static void writesEditsAndDeletesAReview(Browser browser) {
		write(browser, "읽는 사람", 4, "이것은 광 고 글 입니다");
		browser.expect("status of 4");
		browser.click(Browser.css("[data-testid=review-form] [type=submit]"));
		browser.await("why it is refused", () -> browser.find(Browser.css("[role=alert]")).getText().length() > 5);
		browser.check("a refused review");
		write(browser, "읽는 사람", 5, "다음 주가 기다려져요.");
		browser.click(Browser.css("[data-testid=review-form] [type=submit]"));
		String mine = "[data-testid=review][data-mine=true]";
		browser.await("the review", () -> browser.texts(mine).size() == 1);
		assertThat(browser.texts(mine + " .review-text")).containsExactly("다음 주가 기다려져요.");
		browser.check("a review");
		browser.click(Browser.css(mine + " .edit"));
		write(browser, "읽는 사람", 2, "아니에요 <b>");
		browser.click(Browser.css("[data-testid=review-form] [type=submit]"));
		browser.await("what was changed", () -> browser.texts(mine + " .review-text").equals(List.of("아니에요 <b>")));
		browser.click(Browser.css(mine + " .delete"));
		new WebDriverWait(browser.driver(), Duration.ofSeconds(30)).until(ExpectedConditions.alertIsPresent()).accept();
		browser.await("it is deleted", () -> browser.texts(mine).isEmpty());
	}

	private static void write(Browser browser, String nickname, int rating, String text) {
		browser.type(Browser.css("[name=nickname]"), nickname);
		browser.click(Browser.css("[name=rating][value='" + rating + "']"));
		browser.type(Browser.css("[name=text]"), text);
	}

	@Test
	void switchesTheLanguageAndOpensARanking(Browsers browsers) {
		Browser browser = front(browsers, View.PHONE_KOREAN);
		browser.click(Browser.css("[data-testid=day-tab][data-day=MONDAY]"));
		browser.click("language-switch");
		browser.await("English", () -> browser.attributes("html", "lang").equals(List.of("en")));
		assertThat(browser.attributes("[data-testid=day-tab][aria-current]", "data-day")).containsExactly("MONDAY");
		browser.click(Browser.css(CARD + " a"));
		browser.await("a page in English", () -> browser.driver().getCurrentUrl().contains("/webtoon/")
				&& browser.attributes("html", "lang").equals(List.of("en")));
		browser.go(address("/"));
		browser.click(Browser.css("[data-testid=ranking-daily] a"));
		browser.await("a webtoon's page", () -> browser.driver().getCurrentUrl().contains("/webtoon/"));
	}

	@Test
	void readsWithoutScripts(Browsers browsers) throws Exception {
		Browser browser = browsers.open(View.PHONE_ENGLISH).withoutScripts().go(address("/"));
		assertThat(cards(browser)).hasSize(PAGE);
		browser.click(Browser.css("[data-testid=day-tab][data-day=SUNDAY]"));
		List<String> sunday = ids("publishDay=SUNDAY&sort=likes&page=0");
		browser.await("Sunday", () -> cards(browser).equals(sunday));
		browser.click("more");
		List<String> next = ids("publishDay=SUNDAY&sort=likes&page=1");
		browser.await("the next page", () -> cards(browser).equals(next));
		browser.click(Browser.css(CARD + " a"));
		browser.await("a webtoon", () -> browser.driver().getCurrentUrl().contains("/webtoon/"));
		assertThat(browser.texts("h1")).hasSize(1).allMatch((title) -> !title.isBlank());
	}

	@Test
	void worksWithTheKeyboardAlone(Browsers browsers) throws Exception {
		Browser browser = front(browsers, View.DESKTOP_KOREAN);
		browser.tabTo(Browser.css("[data-testid=day-tab][data-day=THURSDAY]"));
		browser.press(Keys.ENTER);
		List<String> thursday = ids("publishDay=THURSDAY&sort=likes&page=0");
		browser.await("Thursday", () -> cards(browser).containsAll(thursday));
		browser.tabTo(Browser.css(CARD + "[data-id='" + thursday.get(4) + "'] a"));
		browser.press(Keys.ENTER);
		browser.await("a webtoon", () -> browser.driver().getCurrentUrl().contains("/webtoon/"));
		browser.tabTo(Browser.id("like"));
		browser.press(Keys.ENTER);
		browser.await("it is liked",
				() -> browser.attributes("[data-testid=like]", "aria-pressed").equals(List.of("true")));
		browser.tabTo(Browser.css("[name=nickname]"));
		browser.press("자판");
		browser.press(Keys.TAB);
		browser.press(Keys.SPACE, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
		browser.tabTo(Browser.css("[name=text]"));
		browser.press("자판으로 썼어요.");
		browser.tabTo(Browser.css("[data-testid=review-form] [type=submit]"));
		browser.press(Keys.ENTER);
		browser.await("the review", () -> browser.texts("[data-testid=review][data-mine=true]").size() == 1);
		assertThat(browser.attributes("[data-testid=review][data-mine=true]", "data-rating")).containsExactly("3");
	}

	/**
	 * By the browser's own records of all that was loaded until the page and the pictures
	 * in sight were there.
	 */
	@Test
	void loadsLittleOnTheFirstVisitAndRevalidatesOnTheSecond(Browsers browsers) {
		Browser browser = browsers.open(View.DESKTOP_KOREAN);
		List<Long> first = visit(browser);
		assertThat(first).as("requests until the first cards are seen").hasSizeBetween(4, MOST_REQUESTS);
		assertThat(first).allMatch((bytes) -> bytes > HEADERS);
		assertThat(first.stream().mapToLong(Long::longValue).sum()).as("bytes until the first cards are seen")
			.isLessThanOrEqualTo(MOST_BYTES);
		browser.go("about:blank");
		assertThat(visit(browser)).as("only the page is revalidated").containsExactly(HEADERS);
	}

	/**
	 * Returns the bytes of each response that did not come from the browser's cache.
	 */
	private static List<Long> visit(Browser browser) {
		browser.go(address("/"));
		browser.await("the first cards with their pictures", () -> browser.<Boolean>ask(PICTURES_ARE_SEEN));
		return browser.ask("""
				return ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
					.map((loaded) => loaded.transferSize).filter((bytes) => bytes > 0);
				""");
	}

}
