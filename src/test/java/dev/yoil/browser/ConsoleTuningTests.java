package dev.yoil.browser;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.internal.whatif.CacheSimulations;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

import org.springframework.cache.Cache;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulation and configuration in the console.
 */
@ExtendWith(BrowserExtension.class)
class ConsoleTuningTests {

	private static final int KEYS = 120;

	private static final int LOOKUPS = 20_000;

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

	/**
	 * Opens the console with fixed responses for every state.
	 */
	private static Browser open(Browsers browsers, View view) throws Exception {
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

	@Test
	void showsEveryStateOfTheSimulation(Browsers browsers) throws Exception {
		Browser browser = open(browsers, View.PHONE_KOREAN);
		browser.await("cells", () -> browser.texts(CELL).size() == 80);
		assertThat(browser.texts("#curve-key [data-testid=present]").get(0)).contains("10,000", "69%");
		assertThat(browser.texts("#curve-key [data-testid=knee]").get(0)).contains("20,000", "73%");
		assertThat(browser.texts("#curve .point")).as("unknown ones are gaps").hasSize(8);
		assertThat(browser.texts("#curve line.known, #curve line.beyond")).hasSize(6);
		assertThat(browser.texts(CELL)).startsWith("데이터 부족");
		assertThat(browser.texts(CELL + ".present")).containsExactly("69.0" + "현재 설정");
		assertThat(browser.texts("[data-testid=self-check]").get(0)).contains("69%", "69.5%", "0.5");
		selectsByKeyboard(browser);
		browser.click(Browser.css("#heat tbody tr:nth-child(6) td:nth-of-type(5)"));
		assertThat(browser.texts(COMPARED + "thead th")).hasSize(3);
		assertThat(browser.texts(COMPARED + "tr[data-figure=hitRatio] td")).containsExactly("69%", "74%", "+5%p");
		assertThat(browser.texts(COMPARED + "tr[data-figure=loadsPerSecond] td")).containsExactly("31", "26", "−5");
		assertThat(browser.texts(COMPARED + "tr[data-figure=sampledKeys] td")).containsExactly("2,048", "2,048", "–");
		become(browser, "whatIf", "far");
		browser.await("a warning", () -> browser.texts("#what-if-check.warning").toString().contains("신뢰하지 마세요"));
		assertThat(browser.<Boolean>ask("return document.activeElement.matches('#heat td[aria-selected=true]')"))
			.isTrue();
		assertThat(browser.texts("#heat td[tabindex='0']")).hasSize(1);
		browser.check("a simulation that does not fit");
		Map.of("idle", "조회한 적이 없습니다", "few", "31", "off", "yoil.ehcache.what-if=true").forEach((state, words) -> {
			become(browser, "whatIf", state);
			browser.await(words, () -> browser.texts("#what-if-note").toString().contains(words));
			assertThat(browser.driver().findElement(Browser.css("#what-if-known")).isDisplayed()).isFalse();
		});
	}

	private static void selectsByKeyboard(Browser browser) {
		String selected = "선택: ";
		browser.tabTo(Browser.css("#heat td.present"));
		browser.press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT);
		assertThat(browser.texts(COMPARED + "thead th").get(1)).startsWith(selected + "20,000, 400");
		browser.press(Keys.HOME, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_UP);
		assertThat(browser.texts(COMPARED + "thead th").get(1)).startsWith(selected + "625, 25");
		assertThat(browser.texts(COMPARED + "tr[data-figure=hitRatio] td")).containsExactly("69%", "데이터 부족", "–");
	}

	@Test
	void showsEveryStateOfTheConfigurationAndApplies(Browsers browsers) throws Exception {
		Browser browser = open(browsers, View.PHONE_ENGLISH);
		assertThat(browser.driver().findElement(Browser.id("apply")).isDisplayed()).isFalse();
		become(browser, "configuration", "UNWATCHED");
		browser.await("not watched", () -> browser.texts("#configuration-state").get(0).contains("not watched"));
		become(browser, "configuration", "INVALID");
		browser.await("invalid", () -> browser.texts("#configuration-problem p").size() == 2);
		browser.check("an invalid file");
		become(browser, "configuration", "PENDING");
		browser.await("changes", () -> browser.texts("#pending [data-testid=difference]").size() == 5);
		assertThat(browser.texts("#pending [data-testid=difference]").get(0)).startsWith("ttl 200s → 600s");
		assertThat(browser.texts("#pending tr[data-figure=hitRatio] td").subList(0, 2)).containsExactly("81%", "93%");
		assertThat(browser.texts("#pending .later").get(0))
			.isEqualTo("at the next start: tiers are opened at the start");
		browser.click("sign");
		Console console = Console.of(browser).signIn();
		browser.click("apply");
		browser.await("a dry run", () -> browser.texts("dialog [data-testid=pending]").size() == 4);
		browser.check("a dry run above pending changes");
		browser.ask("tuning.refusal = 409");
		browser.click("confirm");
		browser.await("a complaint",
				() -> browser.texts("[data-testid=complaint]").toString().contains("The file has changed."));
		browser.ask("tuning.refusal = null");
		browser.click("confirm");
		console.closed();
		browser.await("the latest", () -> browser.texts("[data-testid=applied]").size() == 3);
		assertThat(browser.<Boolean>ask("return document.activeElement.id === 'configuration-title'")).isTrue();
		assertThat(browser.<List<String>>ask("return tuning.posted.map((body) => JSON.stringify(body))"))
			.containsExactly("{\"digest\":\"9f3c\",\"dryRun\":true}", "{\"digest\":\"9f3c\",\"dryRun\":false}",
					"{\"digest\":\"9f3c\",\"dryRun\":false}");
		browser.click("applied-all");
		browser.await("all", () -> browser.texts("[data-testid=applied]").size() == 5);
		browser.check("the history");
	}

	/**
	 * Traffic, a prediction, a change of the file, apply, and a hit ratio as predicted.
	 */
	@Test
	void tunesACapacity(Browsers browsers) {
		assertThat(use()).isLessThan(80);
		Browser browser = browsers.open(View.DESKTOP_ENGLISH);
		Console console = Console.open(browser, service, ConsoleService.SMALL);
		browser.await("the knee", () -> !browser.texts("[data-testid=knee]").isEmpty());
		assertThat(browser.texts("[data-testid=present]").get(0)).contains(" 10: ");
		assertThat(browser.texts("[data-testid=knee]").get(0)).contains(" 160: ");
		assertThat(browser.attributes("[data-testid=self-check]", "class")).containsExactly("note");
		ConsoleService.configure(160);
		browser.await("a pending change", () -> browser.texts("[data-testid=pending]").size() == 1);
		assertThat(browser.texts("[data-testid=difference]").get(0)).startsWith("heap 10 entries → 160 entries");
		double predicted = percent(browser.texts("[data-testid=pending] tr[data-figure=hitRatio] td").get(1));
		assertThat(predicted).isGreaterThan(95);
		browser.click("sign");
		console.signIn();
		browser.click("apply");
		browser.click("confirm");
		console.closed();
		assertThat(use()).isCloseTo(predicted, Offset.offset(2.0));
		browser.await("an applied change", () -> browser.texts("[data-testid=applied]").size() == 1);
		assertThat(browser.texts("[data-testid=applied]").get(0)).contains("heap 10 entries → 160 entries");
		assertThat(browser.texts("#configuration-state").get(0)).contains("In sync");
		ConsoleService.configure(10);
		browser.await("it differs from the file", () -> browser.texts("[data-testid=pending]").size() == 1);
	}

	/**
	 * Looks keys up, the first ones most often.
	 * @return the hit ratio in percent
	 */
	private static double use() {
		AtomicInteger loads = new AtomicInteger();
		Random random = new Random(7);
		Cache cache = service.cache(ConsoleService.SMALL);
		CacheSimulations simulations = service.service().bean(CacheSimulations.class);
		for (int lookup = 0; lookup < LOOKUPS; lookup++) {
			// Further lookups of a key in the same millisecond are not sampled.
			service.service().clock().advance(Duration.ofMillis(5));
			cache.get((int) Math.pow(KEYS, random.nextDouble()), loads::incrementAndGet);
			if (lookup % 100 == 0) {
				simulations.step();
			}
		}
		return 100.0 * (LOOKUPS - loads.get()) / LOOKUPS;
	}

	private static double percent(String shown) {
		return Double.parseDouble(shown.replace("%", ""));
	}

}
