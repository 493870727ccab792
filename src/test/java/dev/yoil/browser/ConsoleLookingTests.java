package dev.yoil.browser;

import java.net.ConnectException;
import java.time.Duration;
import java.util.List;

import dev.yoil.ehcache.internal.inspect.CacheHistory;
import dev.yoil.webtoon.Administrator;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.support.ui.Select;

import org.springframework.cache.Cache.ValueRetrievalException;

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
		service = ConsoleService.start();
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@BeforeEach
	void clear() {
		service.clear();
	}

	@SeenIn({ View.PHONE_ENGLISH, View.DESKTOP_KOREAN })
	void showsHitsSearchesAndSorts(View view, Browsers browsers) throws Exception {
		service.read("MONDAY");
		Browser browser = browsers.open(view);
		Console console = Console.open(browser, service, ConsoleService.LISTS).shows("MONDAY");
		assertThat(browser.attributes("html", "lang")).containsExactly(view.in("ko", "en"));
		assertThat(browser.attributes("[data-testid=cache]", "data-name")).contains(ConsoleService.LISTS,
				"findDailyRanking", ConsoleService.MANY);
		assertThat(console.hits("MONDAY")).isEqualTo("0");
		browser.check("the console");
		service.read("TUESDAY");
		service.read("TUESDAY");
		service.read("WEDNESDAY");
		console.shows("MONDAY", "TUESDAY", "WEDNESDAY");
		browser.await("a hit", () -> console.hits("TUESDAY").equals("1"));
		if (view.phone()) {
			new Select(browser.find("entry-sort-select")).selectByValue("hits");
		}
		else {
			browser.click(Browser.css("[data-testid=entry-sort][data-sort=hits]"));
		}
		browser.await("TUESDAY first", () -> console.keys().indexOf("TUESDAY") == 0);
		browser.type(Browser.id("entry-search"), "wedn");
		console.shows("WEDNESDAY");
		browser.type(Browser.id("entry-search"), "nothing of that kind");
		console.shows();
		browser.check("a search without a result");
		String address = browser.driver().getCurrentUrl();
		browser.driver().navigate().back();
		browser.await("another address", () -> !browser.driver().getCurrentUrl().equals(address));
	}

	@SeenIn({ View.DESKTOP_ENGLISH, View.PHONE_KOREAN })
	void showsProblemsFirst(View view, Browsers browsers) throws Exception {
		CacheHistory history = service.service().bean(CacheHistory.class);
		history.sample();
		assertThatExceptionOfType(ValueRetrievalException.class)
			.isThrownBy(() -> service.cache(ConsoleService.ODD).get("key", () -> {
				throw new ConnectException("Connection refused");
			}));
		String bypass = "/api/v1/cache/" + ConsoleService.SMALL + "/bypass";
		new Administrator(service.service()).send("PUT", bypass, null);
		history.sample();
		Browser browser = browsers.open(view);
		Console.open(browser, service, ConsoleService.LISTS);
		browser.await("both problems", () -> browser.texts("[data-testid=problem]").size() == 2);
		assertThat(browser.texts("[data-testid=problem]").get(0)).startsWith(ConsoleService.ODD)
			.contains("ConnectException: Connection refused");
		assertThat(browser.texts("[data-testid=problem]").get(1)).startsWith(ConsoleService.SMALL).contains("admin");
		assertThat(browser.attributes("[data-testid=problem]", "data-level")).containsExactly("bad", "warn");
		assertThat(browser.driver().getTitle()).startsWith("(2) yoil");
		browser.click(Browser.css("[data-testid=cache-sort][data-sort=state]"));
		browser.await("the worst cache on top",
				() -> browser.attributes("[data-testid=cache]", "data-name").indexOf(ConsoleService.ODD) == 0);
		browser.click(Browser.css("[data-testid=cache][data-name='" + ConsoleService.ODD + "'] a"));
		browser.await("a warning beside the buttons", () -> !browser.texts("#failing").isEmpty());
		browser.check("problems");
		browser.type(Browser.id("cache-filter"), "small");
		browser.await("one cache",
				() -> browser.attributes("[data-testid=cache]", "data-name").equals(List.of(ConsoleService.SMALL)));
		browser.click("view");
		browser.await("its card", () -> !browser.texts(".card").isEmpty());
		browser.check("a card");
		new Administrator(service.service()).send("DELETE", bypass, null);
	}

	@Test
	void countsDownToTheExpiry(Browsers browsers) throws Exception {
		service.cache(ConsoleService.ODD).put("counted", "value");
		Browser browser = browsers.open(View.DESKTOP_ENGLISH);
		Console console = Console.open(browser, service, ConsoleService.ODD).shows("counted");
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

	@SeenIn({ View.DESKTOP_ENGLISH, View.PHONE_KOREAN })
	void showsAnEntryWithItsValueAndVersions(View view, Browsers browsers) throws Exception {
		service.cache(ConsoleService.LISTS).evict("SUNDAY");
		service.read("SUNDAY");
		service.cache(ConsoleService.LISTS).evict("SUNDAY");
		service.read("SUNDAY");
		Browser browser = browsers.open(view);
		Console console = Console.open(browser, service, ConsoleService.LISTS).shows("SUNDAY");
		browser.click(console.open("SUNDAY"));
		browser.find("entry-detail");
		browser.await("the value", () -> !browser.texts("[data-testid=entry-detail] .json").isEmpty());
		browser.click(Browser.css("[data-testid=entry-detail] .json .json-children details summary"));
		browser.await("what is in it",
				() -> browser.texts("[data-testid=entry-detail] .json").get(0).contains("title"));
		assertThat(browser.texts("[data-testid=entry-detail] .history li")).isNotEmpty();
		browser.check("an entry");
		String shared = browser.driver().getCurrentUrl();
		browser.press(Keys.ESCAPE);
		console.closed();
		// A colleague opens the same address, with credentials in it.
		Browser other = browsers.open(view)
			.at(service.service().clock().instant())
			.go(shared.replace("://", "://colleague:secret@"));
		other.await("the value", () -> !other.texts("[data-testid=entry-detail] .json").isEmpty());
	}

	/** As an envelope that a gateway puts around every body. */
	@Tag("full")
	@Test
	void reportsUnreadableResponses(Browsers browsers) throws Exception {
		service.read("MONDAY");
		Browser browser = browsers.open(View.PHONE_ENGLISH);
		Console console = Console.open(browser, service, ConsoleService.LISTS).shows("MONDAY");
		browser.ask("""
				globalThis.asked = fetch;
				globalThis.fetch = async (...request) => {
					const answer = await asked(...request);
					if (!request[0].endsWith("?limit=0")) {
						return answer;
					}
					return Response.json({ code: 200, data: await answer.json() });
				};
				""");
		console.is("unreadable").shows("MONDAY");
		browser.check("an answer that cannot be read");
		browser.ask("globalThis.fetch = asked;");
		console.is("live");
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

	/**
	 * Without its connection the page stands as it does while the service is down.
	 */
	@Tag("full")
	@Test
	void reconnects(Browsers browsers) throws Exception {
		service.read("MONDAY");
		Browser browser = browsers.open(View.PHONE_ENGLISH);
		browser.expect("net::ERR_INTERNET_DISCONNECTED");
		Console console = Console.open(browser, service, ConsoleService.LISTS).shows("MONDAY");
		browser.offline(true);
		console.is("lost").shows("MONDAY");
		assertThat(browser.driver().findElement(By.id("clear")).isEnabled()).isFalse();
		assertThat(browser.driver().findElement(By.id("bypass")).isEnabled()).isFalse();
		browser.check("without a server");
		service.restart();
		browser.offline(false);
		console.is("live").shows();
		service.read("TUESDAY");
		console.shows("TUESDAY");
		browser.check("with a server again");
	}

	@Test
	void ignoresOutdatedResponses(Browsers browsers) {
		Browser browser = browsers.open(View.DESKTOP_ENGLISH).go(service.address("/console/"));
		assertThat(browser.<String>ask(
				"""
						return (async () => {
							const { Poll } = await import('/console/poll.js');
							const answers = [];
							const shown = [];
							const settled = () => new Promise((done) => setTimeout(done));
							const poll = new Poll(3_600_000, () => new Promise((answer) => answers.push(answer)), (answer) => shown.push(answer));
							poll.start();
							poll.stop();
							poll.start();
							poll.now();
							shown.push('asked ' + answers.length);
							answers[0]('old');
							await settled();
							shown.push('asked ' + answers.length);
							answers[1]('new');
							await settled();
							poll.stop();
							poll.now();
							answers[2]('once');
							await settled();
							shown.push('asked ' + answers.length);
							return shown.join(', ');
						})();
						"""))
			.isEqualTo("asked 1, asked 2, new, once, asked 3");
	}

	@Test
	void showsAHundredThousandEntries(Browsers browsers) {
		service.fillMany();
		Browser browser = browsers.open(View.DESKTOP_ENGLISH);
		long start = System.nanoTime();
		Console console = Console.open(browser, service, ConsoleService.MANY);
		browser.await("entries", () -> !console.keys().isEmpty());
		Duration first = Duration.ofNanos(System.nanoTime() - start);
		start = System.nanoTime();
		browser.type(Browser.id("entry-search"), "toon-99999");
		console.shows("webtoon-99999");
		Duration found = Duration.ofNanos(System.nanoTime() - start);
		LogFactory.getLog(getClass())
			.info("100,000 entries: the first are seen after %d ms, one of them is found after %d ms"
				.formatted(first.toMillis(), found.toMillis()));
		browser.click(console.open("webtoon-99999"));
		browser.await("the value",
				() -> String.join("", browser.texts("[data-testid=entry-detail]")).contains("Value of 99999"));
		service.cache(ConsoleService.MANY).clear();
	}

}
