package dev.yoil.browser;

import java.util.List;

import dev.yoil.ehcache.internal.cluster.RegionWatch;
import dev.yoil.support.PostgresServer;
import dev.yoil.webtoon.Administrator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The console with two instances, one of which is lost.
 */
@ExtendWith(BrowserExtension.class)
@EnabledIfSystemProperty(named = "yoil.full", matches = "true")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleClusterTests {

	private static final String BYPASS = "/api/v1/cache/" + ConsoleService.LISTS + "/bypass";

	private ConsoleService here;

	private ConsoleService there;

	@BeforeAll
	void start() throws Exception {
		String url = PostgresServer.shared().createDatabase();
		this.here = ConsoleService.ofSeveral(url);
		this.there = ConsoleService.ofSeveral(url);
	}

	@AfterAll
	void stop() {
		this.here.close();
		this.there.close();
	}

	private static List<String> lost(Browser browser) {
		return browser.attributes("[data-testid=node]", "data-lost");
	}

	private static String report(Browser browser) {
		return String.join("", browser.texts("[data-testid=report]"));
	}

	private List<String> differing(Browser browser) {
		this.there.service().reportSoon();
		return browser.attributes("#cluster-caches tr[data-name=" + ConsoleService.LISTS + "]", "data-differs");
	}

	private String consoleThere() {
		return "http://127.0.0.1:" + this.there.service().port() + "/console/#cache=" + ConsoleService.LISTS;
	}

	@Test
	void seesAndChangesAll(Browsers browsers) throws Exception {
		this.here.read("MONDAY");
		this.there.read("MONDAY");
		this.there.read("TUESDAY");
		Browser browser = browsers.open(View.PHONE_KOREAN);
		Console console = Console.open(browser, this.here, ConsoleService.LISTS).shows("MONDAY");
		browser.await("two instances", () -> lost(browser).equals(List.of("false", "false")));
		String row = "#cluster-caches tr[data-name=" + ConsoleService.LISTS + "] td";
		browser.await("the figures of both", () -> {
			this.there.service().reportSoon();
			return browser.texts(row).size() == 2 && browser.texts(row).stream().anyMatch((cell) -> cell.contains("2"));
		});
		browser.await("a link to the other console",
				() -> browser.attributes("#nodes a", "href").equals(List.of(consoleThere())));
		browser.check("two instances");
		browser.click("sign");
		console.signIn();
		removesAKey(browser, console);
		clears(browser, console);
		tellsABypassElsewhere(browser, console);
		loses(browser);
	}

	private void removesAKey(Browser browser, Console console) throws Exception {
		browser.click(console.open("MONDAY"));
		browser.await("the key elsewhere", () -> browser.attributes("[data-testid=elsewhere]", "href")
			.equals(List.of(consoleThere() + "&search=MONDAY")));
		browser.check("an entry with links");
		// The page requests the removed entry once more.
		browser.expect("status of 404");
		browser.click("remove-everywhere");
		browser.await("it is removed", () -> report(browser).contains("MONDAY"));
		assertThat(this.here.look(ConsoleService.LISTS).get("size").asInt()).isZero();
		await().until(() -> this.there.look(ConsoleService.LISTS).get("size").asInt() == 1);
		browser.press(Keys.ESCAPE);
		console.closed();
	}

	private void clears(Browser browser, Console console) throws Exception {
		this.here.read("MONDAY");
		console.shows("MONDAY");
		console.change("clear");
		browser.type(Browser.id("clear-name"), ConsoleService.LISTS);
		browser.click("everywhere");
		browser.check("before all are cleared");
		browser.click("confirm");
		console.closed().shows().left("CLEARED", "admin");
		await().until(() -> this.there.look(ConsoleService.LISTS).get("size").asInt() == 0);
	}

	private void tellsABypassElsewhere(Browser browser, Console console) throws Exception {
		new Administrator(this.there.service()).send("PUT", BYPASS, null);
		browser.await("the other one differs", () -> differing(browser).equals(List.of("true")));
		assertThat(browser.texts("#cluster-caches td .badge.bypassed")).hasSize(1);
		browser.check("bypassed elsewhere");
		new Administrator(this.there.service()).send("DELETE", BYPASS, null);
		browser.await("it is used again", () -> differing(browser).equals(List.of("false")));
		console.change("bypass");
		browser.await("it affects one instance", () -> browser.texts("[data-testid=here-only]").size() == 1);
		browser.click("confirm");
		console.closed();
		assertThat(this.here.look(ConsoleService.LISTS).get("bypassed").isNull()).isFalse();
		assertThat(this.there.look(ConsoleService.LISTS).get("bypassed").isNull()).isTrue();
	}

	private void loses(Browser browser) {
		this.there.service().bean(RegionWatch.class).stop();
		this.here.service()
			.bean(JdbcTemplate.class)
			.update("update cache_region set n = n - 60000 where region = ?",
					"#node http://127.0.0.1:" + this.there.service().port());
		browser.await("a lost instance", () -> lost(browser).contains("true"));
		browser.await("a problem",
				() -> browser.texts("[data-testid=problem]")
					.stream()
					.anyMatch((problem) -> problem.contains("127.0.0.1:" + this.there.service().port())));
		browser.await("figures that are old",
				() -> browser.texts("#cluster-caches thead th").stream().anyMatch((head) -> head.contains("기준 마지막 값")));
		browser.check("a lost instance");
		browser.click("to");
		assertThat(browser.<Boolean>ask("return document.activeElement.id === 'cluster-title'")).isTrue();
	}

}
