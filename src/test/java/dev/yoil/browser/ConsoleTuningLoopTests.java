package dev.yoil.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.internal.whatif.CacheSimulations;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.cache.Cache;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A capacity that is tuned in the console: traffic, prediction, change of the file,
 * apply, and a hit ratio as predicted.
 */
@ExtendWith(BrowserExtension.class)
class ConsoleTuningLoopTests {

	private static final String TUNED = "tuned";

	private static final int KEYS = 120;

	private static final int LOOKUPS = 20_000;

	@TempDir
	private static Path folder;

	private static ConsoleService service;

	@BeforeAll
	static void start() throws IOException {
		service = ConsoleService.ofSite("--yoil.ehcache.config=" + write(20));
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	private static Path write(int capacity) throws IOException {
		String cache = """
				  <cache alias='%s'>
				    <heap unit='entries'>%d</heap>
				    <y:policy ttl='1h'/>
				  </cache>
				</config>
				""".formatted(TUNED, capacity);
		return Files.writeString(folder.resolve("ehcache.xml"),
				Files.readString(Path.of("ehcache.xml")).replace("</config>", cache));
	}

	/**
	 * Looks keys up, the first ones most often.
	 * @return the hit ratio in percent
	 */
	private static double use() {
		AtomicInteger loads = new AtomicInteger();
		Random random = new Random(7);
		Cache cache = service.cache(TUNED);
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

	@SeenIn({ View.DESKTOP_ENGLISH, View.PHONE_KOREAN })
	void tunesACapacity(View view, Browsers browsers) throws Exception {
		assertThat(use()).isLessThan(80);
		Browser browser = browsers.open(view);
		Console console = Console.open(browser, service, TUNED);
		browser.await("the knee", () -> !browser.texts("[data-testid=knee]").isEmpty());
		assertThat(browser.texts("[data-testid=present]").get(0)).contains(" 20: ");
		assertThat(browser.texts("[data-testid=knee]").get(0)).contains(" 160: ");
		assertThat(browser.attributes("[data-testid=self-check]", "class")).containsExactly("note");
		browser.check("the simulation");
		write(160);
		browser.await("a pending change", () -> browser.texts("[data-testid=pending]").size() == 1);
		assertThat(browser.texts("[data-testid=difference]").get(0)).startsWith("heap 20 entries → 160 entries");
		double predicted = percent(browser.texts("[data-testid=pending] tr[data-figure=hitRatio] td").get(1));
		assertThat(predicted).isGreaterThan(95);
		browser.check("a pending change");
		browser.click("sign");
		console.signIn();
		browser.click("apply");
		browser.check("before it is applied");
		browser.click("confirm");
		console.closed();
		assertThat(use()).isCloseTo(predicted, Offset.offset(2.0));
		assertThat(browser.texts("[data-testid=applied]:first-child").get(0)).contains("heap 20 entries → 160 entries");
		assertThat(browser.texts("#configuration-state").get(0)).contains(view.in("같습니다", "In sync"));
		browser.check("applied");
		write(20);
		browser.click("apply");
		browser.click("confirm");
		console.closed();
		browser.await("in sync", () -> browser.texts("[data-testid=pending]").isEmpty());
	}

}
