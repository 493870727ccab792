package dev.yoil.browser;

import java.net.ConnectException;
import java.time.Duration;
import java.util.List;

import dev.yoil.ehcache.internal.finding.Rule;
import dev.yoil.ehcache.internal.inspect.CacheHistory;
import dev.yoil.webtoon.Administrator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import org.openqa.selenium.support.ui.Select;

import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Inspection of caches in the console.
 */
@ExtendWith(BrowserExtension.class)
class ConsoleLookingTests {

	private static ConsoleService service;

	@BeforeAll
	static void start() {
		service = ConsoleService.withTiers();
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@BeforeEach
	void clear() {
		service.clear();
	}

	@Test
	void searchesSortsAndShowsEntries(Browsers browsers) throws Exception {
		service.cache(ConsoleService.LISTS).evict("TUESDAY");
		for (String day : List.of("MONDAY", "TUESDAY", "TUESDAY")) {
			service.read(day);
		}
		service.cache(ConsoleService.TIERED).get("tiered", () -> "value");
		Browser browser = browsers.open(View.PHONE_ENGLISH);
		Console console = Console.open(browser, service, ConsoleService.LISTS).shows("MONDAY", "TUESDAY");
		assertThat(browser.attributes("html", "lang")).containsExactly("en");
		assertThat(browser.attributes("[data-testid=cache]", "data-name")).contains(ConsoleService.LISTS,
				"findDailyRanking", ConsoleService.ODD);
		assertThat(console.hits("MONDAY")).isEqualTo("0");
		browser.check("the console");
		service.read("WEDNESDAY");
		console.shows("MONDAY", "TUESDAY", "WEDNESDAY");
		service.service().clock().advance(Duration.ofSeconds(7));
		searchesAndSorts(console);
		String shared = looksAtAnEntry(console);
		looksAtLevels(console);
		// A colleague opens the same address, with credentials in it.
		Browser other = browsers.open(View.PHONE_ENGLISH)
			.at(service.service().clock().instant())
			.go(shared.replace("://", "://colleague:secret@"));
		other.await("the value", () -> !other.texts("[data-testid=entry-detail] .json").isEmpty());
	}

	private static void searchesAndSorts(Console console) {
		Browser browser = console.browser();
		assertThat(console.hits("TUESDAY")).isEqualTo("1");
		new Select(browser.find("entry-sort-select")).selectByValue("hits");
		browser.await("TUESDAY first", () -> console.keys().indexOf("TUESDAY") == 0);
		browser.type(Browser.id("entry-search"), "wedn");
		console.shows("WEDNESDAY");
		browser.type(Browser.id("entry-search"), "nothing of that kind");
		console.shows();
		browser.check("a search without a result");
		String address = browser.driver().getCurrentUrl();
		browser.driver().navigate().back();
		browser.await("another address", () -> !browser.driver().getCurrentUrl().equals(address));
		browser.type(Browser.id("entry-search"), "tues");
		console.shows("TUESDAY");
	}

	private static String looksAtAnEntry(Console console) {
		Browser browser = console.browser();
		browser.click(console.open("TUESDAY"));
		browser.await("the value", () -> !browser.texts("[data-testid=entry-detail] .json").isEmpty());
		browser.click(Browser.css("[data-testid=entry-detail] .json .json-children details summary"));
		browser.await("what is in it",
				() -> browser.texts("[data-testid=entry-detail] .json").get(0).contains("title"));
		assertThat(browser.texts("[data-testid=entry-detail] .history li")).isNotEmpty();
		browser.check("an entry");
		String shared = browser.driver().getCurrentUrl();
		browser.press(Keys.ESCAPE);
		console.closed();
		return shared;
	}

	private static void looksAtLevels(Console console) {
		Browser browser = console.browser();
		browser.click(Browser.css("[data-testid=cache][data-name='" + ConsoleService.TIERED + "'] a"));
		console.shows("tiered");
		assertThat(browser.texts("[data-testid=level] h3")).containsExactly("Heap", "Off-heap", "Disk");
		browser.click(console.open("tiered"));
		browser.await("its levels",
				() -> browser.texts("[data-testid=entry-detail] .facts dd").contains("Heap, Off-heap, Disk"));
		browser.check("the levels of an entry");
		browser.press(Keys.ESCAPE);
		console.closed();
	}

	@Test
	void showsProblemsFirst(Browsers browsers) throws Exception {
		CacheHistory history = service.service().bean(CacheHistory.class);
		history.sample();
		ConsoleService.loseDisk();
		service.cache(ConsoleService.LOST).get("key", () -> "value");
		assertThatExceptionOfType(ValueRetrievalException.class)
			.isThrownBy(() -> service.cache(ConsoleService.ODD).get("key", () -> {
				throw new ConnectException("Connection refused");
			}));
		String bypass = "/api/v1/cache/" + ConsoleService.SMALL + "/bypass";
		new Administrator(service.service()).send("PUT", bypass, null);
		history.sample();
		Browser browser = browsers.open(View.DESKTOP_ENGLISH);
		Console.open(browser, service, ConsoleService.LOST);
		browser.await("all problems", () -> browser.texts("[data-testid=problem]").size() == 3);
		assertThat(browser.texts("[data-testid=problem]").get(0)).startsWith(ConsoleService.ODD)
			.contains("ConnectException: Connection refused");
		assertThat(browser.texts("[data-testid=problem]").get(1)).contains(ConsoleService.LOST).contains("disk tier");
		assertThat(browser.texts("[data-testid=problem]").get(2)).startsWith(ConsoleService.SMALL).contains("admin");
		assertThat(browser.attributes("[data-testid=problem]", "data-level")).containsExactly("bad", "warn", "warn");
		assertThat(browser.driver().getTitle()).startsWith("(3) yoil");
		browser.await("a finding",
				() -> browser.attributes("[data-testid=finding]", "data-rule").contains(Rule.TIER_FAILING.name()));
		assertThat(browser.texts("[data-testid=finding] code")).contains(Rule.TIER_FAILING.name());
		assertThat(browser.texts("[data-testid=level] .alarming")).hasSize(1);
		browser.check("a disk that fails");
		assertThat(browser.attributes("[data-testid=cache]", "data-name")).as("the worst caches on top")
			.startsWith(ConsoleService.ODD, ConsoleService.SMALL, ConsoleService.LISTS);
		assertThat(browser.attributes("[data-name='" + ConsoleService.ODD + "'] .t-failed .spark", "aria-label"))
			.singleElement()
			.satisfies((chart) -> assertThat(chart).matches("Last hour: \\d to \\d"));
		browser.click(Browser.css("[data-testid=cache][data-name='" + ConsoleService.ODD + "'] a"));
		browser.await("a warning beside the buttons", () -> !browser.texts("#failing").isEmpty());
		browser.type(Browser.id("cache-filter"), "small");
		browser.await("one cache",
				() -> browser.attributes("[data-testid=cache]", "data-name").equals(List.of(ConsoleService.SMALL)));
		new Administrator(service.service()).send("DELETE", bypass, null);
	}

	@Test
	void showsAValueThatIsOutOfDate(Browsers browsers) throws Exception {
		try (ConsoleService audited = ConsoleService.ofSite("--yoil.ehcache.audit.per-second=100",
				"--yoil.ehcache.tables=watch")) {
			audited.read("MONDAY");
			audited.service().bean(JdbcClient.class).sql("update webtoon set title = 'Changed'").update();
			for (int reads = 0; reads < 3; reads++) {
				audited.service().clock().advance(Duration.ofSeconds(1));
				audited.read("MONDAY");
			}
			Browser browser = browsers.open(View.PHONE_KOREAN);
			Console.open(browser, audited, ConsoleService.LISTS).shows("MONDAY");
			browser.await("a mismatch",
					() -> browser.texts("[data-testid=audit] tbody th code").equals(List.of("MONDAY")));
			assertThat(browser.texts("#audit-note")).singleElement().asString().contains("95", "불일치");
			assertThat(browser.texts("[data-testid=audit] tbody li code")).last()
				.asString()
				.contains("ConsoleLookingTests.showsAValueThatIsOutOfDate");
			assertThat(browser.texts("[data-testid=tables] tbody th")).containsExactly("webtoon");
			browser.check("a value that is out of date");
			browsers.finish();
		}
	}

	@Test
	void sortsByHitsAndCountsDownToTheExpiry(Browsers browsers) throws Exception {
		service.cache(ConsoleService.ODD).put("other", "value");
		service.cache(ConsoleService.ODD).put("counted", "value");
		service.cache(ConsoleService.ODD).get("counted");
		Browser browser = browsers.open(View.DESKTOP_ENGLISH);
		Console console = Console.open(browser, service, ConsoleService.ODD).shows("other", "counted");
		browser.click(Browser.css("[data-testid=entry-sort][data-sort=hits]"));
		console.shows("counted", "other");
		assertThat(console.cell("counted", "c-timeLeft")).contains("TTI");
		String before = console.cell("counted", "c-timeLeft");
		browser.await("another time than " + before, () -> !console.cell("counted", "c-timeLeft").equals(before));
		assertThat(browser.attributes("[data-testid=countdown]", "data-by")).contains("TTI");
		for (int minutes = 0; minutes < 55; minutes += 5) {
			service.service().clock().advance(Duration.ofMinutes(5));
			service.cache(ConsoleService.ODD).get("counted");
		}
		browser.await("the end of its life, not of its idleness",
				() -> console.cell("counted", "c-timeLeft").contains("TTL"));
	}

	@Test
	void pausesAndResumesInBothLanguages(Browsers browsers) throws Exception {
		service.read("MONDAY");
		Browser browser = browsers.open(View.DESKTOP_ENGLISH);
		Console console = Console.open(browser, service, ConsoleService.LISTS).shows("MONDAY");
		browser.click("pause");
		console.is("paused");
		browser.check("paused");
		service.read("FRIDAY");
		assertThat(console.keys()).containsExactly("MONDAY");
		browser.click(Browser.css("[data-testid=cache][data-name='" + ConsoleService.ODD + "'] a"));
		console.shows();
		browser.find(Browser.css("#no-entries"));
		browser.click(Browser.css("[data-testid=cache][data-name='" + ConsoleService.LISTS + "'] a"));
		console.shows("MONDAY", "FRIDAY");
		browser.click("language-switch");
		browser.await("Korean", () -> browser.attributes("html", "lang").equals(List.of("ko")));
		assertThat(console.keys()).containsExactly("MONDAY", "FRIDAY");
		browser.click(console.open("FRIDAY"));
		browser.await("its value",
				() -> !browser.texts("#entry-detail .value-box .json, #entry-detail .value-box pre").isEmpty());
		console.is("paused");
		browser.press(Keys.ESCAPE);
		console.closed();
		service.read("SUNDAY");
		browser.click("pause");
		console.is("live").shows("MONDAY", "FRIDAY", "SUNDAY");
		browser.driver().navigate().refresh();
		console.is("live");
		assertThat(browser.attributes("html", "lang")).containsExactly("ko");
	}

}
