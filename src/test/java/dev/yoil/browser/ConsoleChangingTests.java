package dev.yoil.browser;

import java.time.Duration;
import java.util.List;

import dev.yoil.ehcache.internal.inspect.CacheHistory;
import dev.yoil.webtoon.Administrator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import org.openqa.selenium.support.ui.Select;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changes of caches in the console.
 */
@ExtendWith(BrowserExtension.class)
class ConsoleChangingTests {

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

	@Test
	void signsInAndChanges(Browsers browsers) throws Exception {
		CacheHistory history = service.service().bean(CacheHistory.class);
		history.sample();
		for (String day : List.of("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY")) {
			service.read(day);
		}
		history.sample();
		Browser browser = browsers.open(View.DESKTOP_KOREAN);
		Console console = Console.open(browser, service, ConsoleService.LISTS)
			.shows("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY");
		browser.click(console.remove("MONDAY"));
		browser.expect("status of 401");
		browser.type(Browser.id("password"), "wrong horse battery");
		browser.click("confirm");
		awaitComplaint(browser);
		browser.check("a wrong password");
		assertThat(console.keys()).contains("MONDAY");
		console.signIn().shows("TUESDAY", "WEDNESDAY", "THURSDAY").left("REMOVED", "admin");
		console.change("remove-pattern");
		browser.type(Browser.id("pattern"), "T*");
		browser.click("confirm");
		browser.await("how many it would be",
				() -> String.join("", browser.texts("[data-testid=pattern-count]")).contains("2"));
		browser.check("a dry run");
		assertThat(service.look(ConsoleService.LISTS).get("size").asInt()).isEqualTo(3);
		browser.click("confirm");
		console.closed().shows("WEDNESDAY");
		console.change("clear");
		assertThat(browser.texts("[data-testid=effect]").get(0)).matches(".*초당 최대 약 0\\.\\d건.*");
		browser.type(Browser.id("clear-name"), "another");
		browser.click("confirm");
		awaitComplaint(browser);
		browser.type(Browser.id("clear-name"), ConsoleService.LISTS);
		browser.click("confirm");
		console.closed().shows().left("CLEARED", "admin");
		bypasses(console);
	}

	private static void awaitComplaint(Browser browser) {
		browser.await("a complaint", () -> !String.join("", browser.texts("[data-testid=complaint]")).isBlank());
	}

	private static void bypasses(Console console) throws Exception {
		Browser browser = console.browser();
		service.read("TUESDAY");
		console.shows("TUESDAY");
		console.change("bypass");
		browser.click("confirm");
		console.closed().shows().left("BYPASSED", "admin");
		service.read("TUESDAY");
		browser.find(Browser.css("#bypassed"));
		browser.await("a simulation without the bypass", () -> !browser.texts("#what-if-bypassed").get(0).isEmpty());
		browser.check("bypassed");
		assertThat(console.keys()).isEmpty();
		assertThat(service.look(ConsoleService.LISTS).get("bypassed").get("by").asString()).isEqualTo("admin");
		browser.click("end-bypass");
		browser.await("it is in use again", () -> browser.texts("#cache-table .badge.bypassed").isEmpty());
		service.read("TUESDAY");
		console.shows("TUESDAY");
		browser.await("what was done", () -> browser.texts("[data-testid=operation]").size() >= 3);
	}

	@Test
	void showsAndRemovesAnyKey(Browsers browsers) {
		List<String> keys = List.of(
				"<script>alert(1)</script> \"it's\" `quoted` &amp; \\ <b> \uD83D\uDC69\u200D\uD83D\uDC67 \uD83C\uDDF0\uD83C\uDDF7 요일",
				"0123456789".repeat(1000));
		Browser browser = browsers.open(View.PHONE_ENGLISH);
		Console console = Console.open(browser, service, ConsoleService.ODD);
		browser.click("sign");
		console.signIn();
		// The page requests the removed entry once more.
		browser.expect("status of 404");
		for (String key : keys) {
			service.cache(ConsoleService.ODD).put(key, "its value");
			browser.click(Browser.css("[data-testid=entry] button.open"));
			browser.await("the whole key",
					() -> browser.texts("[data-testid=entry-detail] .whole-key .key").equals(List.of(key)));
			browser.check("a key");
			browser.click(Browser.css("[data-testid=entry-detail] [data-testid=remove]"));
			// Screen readers cannot reach content outside the dialog.
			browser.await("a report within the dialog",
					() -> String.join("", browser.texts("dialog[open] [data-testid=report]")).contains("Removed"));
			browser.await("it is removed", () -> service.cache(ConsoleService.ODD).get(key) == null);
			browser.press(Keys.ESCAPE);
			console.closed().shows().left("REMOVED", "admin");
		}
		assertThat(browser.driver().getWindowHandles()).hasSize(1);
	}

	@Tag("full")
	@Test
	void showsFindings(Browsers browsers) {
		for (int round = 0; round < 40; round++) {
			for (int key = 0; key < 30; key++) {
				int number = key;
				service.cache(ConsoleService.SMALL).get("key-" + key, () -> "value " + number);
				service.service().clock().advance(Duration.ofMillis(5));
			}
		}
		Browser browser = browsers.open(View.PHONE_ENGLISH);
		// Without a cache in its address, the page selects that of the first problem.
		Console console = Console.open(browser, service, "");
		browser.await("a cache that is too small",
				() -> browser.attributes("[data-testid=finding]", "data-rule").contains("CAPACITY_TOO_SMALL"));
		assertThat(String.join(" ", browser.texts("[data-testid=finding]"))).contains("ehcache.xml");
		browser.await("how it is applied",
				() -> String.join(" ", browser.texts("[data-testid=finding]")).contains("No restart is needed"));
		// Hundreds of which say nothing new.
		new Select(browser.find("cause")).selectByValue("REMOVED");
		browser.await("no evictions", () -> console.causes().isEmpty());
		browser.check("a finding");
		browser.ask("scrollTo(0, 0)");
		browser.click(Browser.css("[data-testid=cache][data-name='" + ConsoleService.ODD + "'] a"));
		console.shows();
		assertThat(browser.texts("#what-if-title").get(0)).endsWith(ConsoleService.ODD);
	}

	@Test
	void worksWithTheKeyboardAlone(Browsers browsers) throws Exception {
		service.read("MONDAY");
		service.read("TUESDAY");
		Browser browser = browsers.open(View.DESKTOP_ENGLISH);
		Console console = Console.open(browser, service, ConsoleService.LISTS).shows("MONDAY", "TUESDAY");
		browser.tabTo(Browser.id("entry-search"));
		browser.press("tues");
		console.shows("TUESDAY");
		browser.tabTo(console.open("TUESDAY"));
		browser.press(Keys.ENTER);
		browser.find("entry-detail");
		browser.press(Keys.ESCAPE);
		console.closed();
		browser.tabTo(console.remove("TUESDAY"));
		browser.press(Keys.ENTER);
		browser.find("password");
		browser.press(Administrator.PASSWORD, Keys.ENTER);
		console.closed().shows().left("REMOVED", "admin");
		browser.tabTo(Browser.id("changes"));
		browser.press(Keys.ENTER);
		browser.tabTo(Browser.id("bypass"));
		browser.press(Keys.ESCAPE);
		browser.await("a closed menu with the focus",
				() -> browser.ask("return document.activeElement.matches('details:not([open]) > summary')"));
		browser.press(Keys.ENTER);
		browser.tabTo(Browser.id("bypass"));
		browser.press(Keys.ENTER);
		browser.find("effect");
		browser.press(Keys.ESCAPE);
		console.closed();
		browser.driver().navigate().refresh();
		console.is("live");
		browser.press(Keys.TAB);
		browser.tabTo(Browser.id("pause"));
		browser.press(Keys.ENTER);
		console.is("paused");
		browser.press(Keys.ENTER);
		console.is("live");
	}

}
