package dev.yoil.browser;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulation and configuration in the console, with fixed responses for every state.
 */
@ExtendWith(BrowserExtension.class)
class ConsoleTuningTests {

	private static final String CELL = "[data-testid=heat-cell]";

	private static final String COMPARED = "#what-if [data-testid=compare] ";

	private static ConsoleService service;

	@BeforeAll
	static void start() {
		service = ConsoleService.start();
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	private static Browser open(Browsers browsers, View view) throws IOException {
		Browser browser = browsers.open(view);
		String fixtures = new ClassPathResource("tuning.js", ConsoleTuningTests.class)
			.getContentAsString(StandardCharsets.UTF_8);
		browser.driver().cdp("Page.addScriptToEvaluateOnNewDocument", Map.of("source", fixtures));
		Console.open(browser, service, ConsoleService.LISTS);
		return browser;
	}

	private static void become(Browser browser, String what, String state) {
		browser.ask("tuning[arguments[0]] = arguments[1]", what, state);
	}

	private static String note(Browser browser) {
		return String.join("", browser.texts("#what-if-note"));
	}

	private static String state(Browser browser) {
		return String.join("", browser.texts("#configuration-state"));
	}

	@SeenIn({ View.PHONE_KOREAN, View.DESKTOP_ENGLISH })
	void showsTheCurveAndTheHeatMap(View view, Browsers browsers) throws Exception {
		Browser browser = open(browsers, view);
		browser.await("cells", () -> browser.texts(CELL).size() == 80);
		assertThat(browser.texts("#curve-key [data-testid=present]").get(0)).contains("10,000", "69%");
		assertThat(browser.texts("#curve-key [data-testid=knee]").get(0)).contains("20,000", "73%");
		assertThat(browser.texts("#curve .point")).as("unknown ones are gaps").hasSize(8);
		assertThat(browser.texts("#curve line.known, #curve line.beyond")).hasSize(6);
		assertThat(browser.texts(CELL)).startsWith(view.in("데이터 부족", "not enough data yet"));
		assertThat(browser.texts(CELL + ".present")).containsExactly("69.0" + view.in("현재 설정", "present"));
		assertThat(browser.texts("[data-testid=self-check]").get(0)).contains("69%", "69.5%", "0.5");
		browser.check("the simulation");
		browser.click(Browser.css("#heat tbody tr:nth-child(6) td:nth-of-type(5)"));
		assertThat(browser.texts(COMPARED + "thead th")).hasSize(3);
		assertThat(browser.texts(COMPARED + "tr[data-figure=hitRatio] td")).containsExactly("69%", "74%",
				view.in("+5%p", "+5 points"));
		assertThat(browser.texts(COMPARED + "tr[data-figure=loadsPerSecond] td")).containsExactly("31", "26", "−5");
		assertThat(browser.texts(COMPARED + "tr[data-figure=sampledKeys] td")).containsExactly("2,048", "2,048", "–");
		browser.check("a selected cell");
	}

	@Test
	void selectsCellsByKeyboard(Browsers browsers) throws Exception {
		Browser browser = open(browsers, View.DESKTOP_ENGLISH);
		browser.await("cells", () -> browser.texts(CELL).size() == 80);
		browser.tabTo(Browser.css("#heat td.present"));
		browser.press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT);
		assertThat(browser.texts(COMPARED + "thead th").get(1)).isEqualTo("Selected: 20,000, 400s");
		browser.press(Keys.HOME, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_UP);
		assertThat(browser.texts(COMPARED + "thead th").get(1)).isEqualTo("Selected: 625, 25s");
		assertThat(browser.texts(COMPARED + "tr[data-figure=hitRatio] td")).containsExactly("69%",
				"not enough data yet", "–");
		long asked = browser.<Long>ask("return tuning.asked");
		become(browser, "whatIf", "far");
		browser.await("another answer", () -> browser.<Long>ask("return tuning.asked") > asked + 1);
		browser.await("a warning", () -> browser.texts("#what-if-check.warning").toString().contains("Do not rely"));
		assertThat(browser.<Boolean>ask("return document.activeElement.matches('#heat td[aria-selected=true]')"))
			.isTrue();
		assertThat(browser.texts("#heat td[tabindex='0']")).hasSize(1);
		browser.check("a simulation that does not fit");
	}

	@SeenIn({ View.DESKTOP_KOREAN, View.PHONE_ENGLISH })
	void saysWhyNothingIsKnown(View view, Browsers browsers) throws Exception {
		Browser browser = open(browsers, view);
		Map<String, String> notes = Map.of("idle", view.in("조회한 적이 없습니다", "No lookups"), "few", "31", "off",
				"yoil.ehcache.what-if=true");
		notes.forEach((state, words) -> {
			become(browser, "whatIf", state);
			browser.await(words, () -> note(browser).contains(words));
			assertThat(browser.driver().findElement(Browser.css("#what-if-known")).isDisplayed()).isFalse();
		});
		browser.check("nothing known");
	}

	@SeenIn({ View.PHONE_ENGLISH, View.DESKTOP_KOREAN })
	void showsTheStateOfTheConfiguration(View view, Browsers browsers) throws Exception {
		Browser browser = open(browsers, view);
		browser.await("in sync", () -> state(browser).contains(view.in("같습니다", "In sync")));
		assertThat(browser.driver().findElement(Browser.id("apply")).isDisplayed()).isFalse();
		browser.check("in sync");
		become(browser, "configuration", "UNWATCHED");
		browser.await("not watched", () -> state(browser).contains(view.in("감시하지", "not watched")));
		become(browser, "configuration", "INVALID");
		browser.await("invalid", () -> browser.texts("#configuration-problem p").size() == 2);
		browser.check("an invalid file");
		become(browser, "configuration", "PENDING");
		browser.await("changes", () -> browser.texts("#pending [data-testid=difference]").size() == 5);
		assertThat(browser.texts("#pending [data-testid=difference]").get(0)).startsWith("ttl 200s → 600s");
		assertThat(browser.texts("#pending tr[data-figure=hitRatio] td").subList(0, 2)).containsExactly("81%", "93%");
		assertThat(browser.texts("#pending .later").get(0))
			.isEqualTo(view.in("다음 시작 시 적용: 계층은 시작할 때만 열 수 있음", "at the next start: tiers are opened at the start"));
		browser.find(Browser.id("apply"));
		browser.check("pending changes");
		become(browser, "configuration", "APPLIED");
		browser.await("the latest", () -> browser.texts("[data-testid=applied]").size() == 3);
		assertThat(browser.texts("[data-testid=applied]:first-child [data-testid=difference]")).hasSize(2);
		browser.click("applied-all");
		browser.await("all", () -> browser.texts("[data-testid=applied]").size() == 5);
		browser.check("the history");
	}

	@SeenIn({ View.DESKTOP_ENGLISH, View.PHONE_KOREAN })
	void appliesAfterADryRun(View view, Browsers browsers) throws Exception {
		Browser browser = open(browsers, view);
		become(browser, "configuration", "PENDING");
		browser.click("sign");
		Console console = Console.of(browser).signIn();
		browser.click("apply");
		browser.await("a dry run", () -> browser.texts("dialog [data-testid=pending]").size() == 4);
		browser.check("a dry run");
		browser.ask("tuning.refusal = 409");
		browser.click("confirm");
		browser.await("a complaint",
				() -> browser.texts("[data-testid=complaint]").toString().contains("The file has changed."));
		browser.ask("tuning.refusal = null");
		browser.click("confirm");
		console.closed();
		browser.await("applied changes", () -> browser.texts("[data-testid=applied]").size() == 3);
		assertThat(browser.<Boolean>ask("return document.activeElement.id === 'configuration-title'")).isTrue();
		assertThat(browser.<List<String>>ask("return tuning.posted.map((body) => JSON.stringify(body))"))
			.containsExactly("{\"digest\":\"9f3c\",\"dryRun\":true}", "{\"digest\":\"9f3c\",\"dryRun\":false}",
					"{\"digest\":\"9f3c\",\"dryRun\":false}");
	}

}
