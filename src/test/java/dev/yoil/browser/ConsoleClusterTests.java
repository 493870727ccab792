package dev.yoil.browser;

import java.util.List;

import dev.yoil.webtoon.Administrator;
import dev.yoil.webtoon.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console with two instances, one of which becomes unreachable.
 */
@ExtendWith(BrowserExtension.class)
@EnabledIfSystemProperty(named = "yoil.full", matches = "true")
class ConsoleClusterTests {

	private ConsoleService here;

	private ConsoleService there;

	/** Of the other one. */
	private String address = "";

	@BeforeEach
	void start() throws Exception {
		String url = PostgresServer.shared().createDatabase();
		this.here = ConsoleService.ofSeveral(url);
		this.there = ConsoleService.ofSeveral(url);
	}

	@AfterEach
	void stop() {
		this.here.close();
		this.there.close();
	}

	private static List<String> answering(Browser browser, String what) {
		return browser.attributes("[data-testid=" + what + "]", "data-answers");
	}

	private static String report(Browser browser) {
		return String.join("", browser.texts("[data-testid=report]"));
	}

	@SeenIn({ View.DESKTOP_ENGLISH, View.PHONE_KOREAN })
	void seesAndChangesAll(View view, Browsers browsers) throws Exception {
		this.here.read("MONDAY");
		this.there.read("MONDAY");
		this.there.read("TUESDAY");
		Browser browser = browsers.open(view);
		Console console = Console.open(browser, this.here, ConsoleService.LISTS).shows("MONDAY");
		browser.await("two instances", () -> answering(browser, "node").equals(List.of("true", "true")));
		String row = "#cluster-caches tr[data-name=" + ConsoleService.LISTS + "] td";
		browser.await("the figures of both", () -> browser.texts(row).size() == 2
				&& browser.texts(row).stream().anyMatch((cell) -> cell.contains("2")));
		browser.check("two instances");
		browser.type(Browser.id("cluster-key"), "TUESDAY");
		browser.click("cluster-key-show");
		browser.await("a key that only one has",
				() -> browser.attributes("[data-testid=differing]", "data-differs").equals(List.of("true")));
		assertThat(browser.texts("[data-testid=key-node] .badge.none-here")).hasSize(1);
		browser.check("a key that only one has");
		browser.click("sign");
		console.signIn();
		removesAKey(browser, console);
		clears(browser, console);
		endsABypassElsewhere(browser);
		this.address = "127.0.0.1:" + this.there.service().port();
		this.there.service().stopAnswering();
		browser.await("no answer", () -> answering(browser, "node").contains("false"));
		browser.check("no answer");
		browser.click("bypass");
		browser.click("everywhere");
		browser.click("confirm");
		console.closed();
		browser.await("who did not answer", () -> report(browser).contains(this.address));
		assertThat(this.here.look(ConsoleService.LISTS).get("bypassed").isNull()).isFalse();
		browser.check("bypassed on one");
		// The page keeps sending requests until the browser is closed.
		browsers.finish();
	}

	private void removesAKey(Browser browser, Console console) throws Exception {
		browser.click(console.open("MONDAY"));
		browser.await("the key on both",
				() -> browser.texts("[data-testid=entry-detail] [data-testid=key-node]").size() == 2);
		browser.check("an entry on both");
		// The page requests the removed entry once more.
		browser.expect("status of 404");
		browser.click("remove-everywhere");
		browser.await("it is removed from both", () -> report(browser).contains("2"));
		assertThat(this.here.look(ConsoleService.LISTS).get("size").asInt()).isZero();
		assertThat(this.there.look(ConsoleService.LISTS).get("size").asInt()).isEqualTo(1);
		browser.press(Keys.ESCAPE);
		console.closed();
	}

	private void clears(Browser browser, Console console) throws Exception {
		this.here.read("MONDAY");
		console.shows("MONDAY");
		browser.click("clear");
		browser.type(Browser.id("clear-name"), ConsoleService.LISTS);
		browser.click("everywhere");
		browser.check("before all are cleared");
		browser.click("confirm");
		console.closed().shows().left("CLEARED", "admin");
		assertThat(this.there.look(ConsoleService.LISTS).get("size").asInt()).isZero();
	}

	private void endsABypassElsewhere(Browser browser) throws Exception {
		String bypass = "/api/v1/cache/" + ConsoleService.LISTS + "/bypass";
		new Administrator(this.there.service()).send("PUT", bypass, null);
		browser.await("it is told that the other one differs",
				() -> browser.attributes("#cluster-caches tr[data-name=" + ConsoleService.LISTS + "]", "data-differs")
					.equals(List.of("true")));
		browser.check("bypassed elsewhere");
		browser.click("bypass-end");
		browser.click("confirm");
		browser.await("it is used again", () -> browser.texts("#cluster-caches .badge").isEmpty());
		assertThat(this.there.look(ConsoleService.LISTS).get("bypassed").isNull()).isTrue();
	}

}
