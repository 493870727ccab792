package dev.yoil.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

import dev.yoil.ehcache.internal.inspect.CacheHistory;
import dev.yoil.webtoon.Administrator;
import dev.yoil.webtoon.Reader;
import dev.yoil.webtoon.RunningService;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Takes the screenshots in docs/images. Its name keeps it out of the build.
 * {@code mvn test -Dtest=Screenshots#areTaken} takes those of the site, in English for
 * README.md and in Korean for README.ko.md, always at the same time of the same made-up
 * webtoons and readers.
 * {@code mvn test -Dtest=Screenshots#ofAReport -Dyoil.report=lab/results/<time>-<experiment>/report.html}
 * takes the first chart of a report of the lab, and with {@code -Dyoil.chart=<number>}
 * the one after so many others.
 */
@ExtendWith(BrowserExtension.class)
class Screenshots {

	private static final Path FOLDER = Path.of("docs", "images");

	/** In bytes. */
	private static final long MOST = 200_000;

	private static final List<String> DAYS = List.of("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY",
			"SUNDAY");

	@Test
	void areTaken(Browsers browsers) throws Exception {
		Files.createDirectories(FOLDER);
		try (ConsoleService service = ConsoleService.ofSite("--yoil.sample-webtoons=700",
				"--yoil.sample-readers=5000")) {
			use(service.service());
			for (View view : View.values()) {
				Browser reader = browsers.open(view).at(service.service().clock().instant());
				reader.go(service.address("/"));
				reader.find("card");
				take(reader, "front");
			}
			for (View view : List.of(View.DESKTOP_ENGLISH, View.DESKTOP_KOREAN)) {
				Browser engineer = browsers.open(view);
				Console console = Console.open(engineer, service, ConsoleService.LISTS);
				engineer.await("entries", () -> !console.keys().isEmpty());
				engineer.await("removals", () -> !console.causes().isEmpty());
				engineer.await("the ratios", () -> ratiosAreTold(engineer, service.service()));
				take(engineer, "console");
			}
			browsers.finish();
		}
	}

	@Test
	@EnabledIfSystemProperty(named = "yoil.report", matches = ".+")
	void ofAReport(Browsers browsers) throws Exception {
		Path report = Path.of(System.getProperty("yoil.report"));
		String folder = report.toAbsolutePath().getParent().getFileName().toString();
		// No page of the service: what is asked of those need not hold for it.
		ChromiumSession driver = browsers.open(View.DESKTOP_ENGLISH).driver();
		driver.get(report.toUri().toString());
		int number = Integer.getInteger("yoil.chart", 0);
		WebElement chart = driver.findElement(Browser.css("[data-chart='" + number + "']"));
		Awaitility.await().until(() -> !chart.findElements(Browser.css("svg, canvas")).isEmpty());
		driver.executeScript("arguments[0].scrollIntoView()", chart);
		write("lab-" + folder.replaceFirst("\\d+-\\d+-", "") + ((number > 0) ? "-" + number : ""),
				chart.getScreenshotAs(OutputType.BYTES));
		browsers.quit();
	}

	/**
	 * An hour of readers, who like some days more, and of an administrator.
	 */
	private static void use(RunningService service) throws Exception {
		// The same readers each time.
		Random random = new Random(7);
		CacheHistory history = service.bean(CacheHistory.class);
		Reader reader = new Reader(service);
		for (int step = 0; step < 720; step++) {
			service.clock().advance(Duration.ofSeconds(5));
			for (int asked = random.nextInt(12); asked >= 0; asked--) {
				String day = DAYS.get((int) Math.min(6, Math.abs(random.nextGaussian() * 2)));
				String sort = (random.nextInt(3) > 0) ? "" : "&sort=likes";
				service.get("/api/v1/webtoon?publishDay=" + day + sort);
				service.get("/api/v1/webtoon?publishDay=" + day + "&page=0" + sort);
			}
			service.get("/api/v1/ranking/daily");
			// Else the clock overtakes its refresh, and stale values are served.
			Awaitility.await().until(() -> rankingAge(service).compareTo(Duration.ofSeconds(20)) < 0);
			service.get("/api/v1/genres");
			if (step % 60 == 30) {
				reader.send("PUT", "/api/v1/webtoon/" + (step % 180 + 1) + "/like", null);
			}
			history.sample();
		}
		new Administrator(service).send("POST", "/api/v1/cache/" + ConsoleService.LISTS + "/removals",
				"{\"pattern\":\"WEDNESDAY*\"}");
		service.clock().advance(Duration.ofSeconds(40));
		for (String day : DAYS.subList(0, 4)) {
			service.get("/api/v1/webtoon?publishDay=" + day);
		}
	}

	private static Duration rankingAge(RunningService service) throws Exception {
		String createdAt = service.json("/api/v1/cache/findDailyRanking").at("/entries/0/createdAt").asString();
		return Duration.between(Instant.parse(createdAt), service.clock().instant());
	}

	/**
	 * Asks, so that there is something to tell.
	 */
	private static boolean ratiosAreTold(Browser engineer, RunningService service) {
		try {
			service.get("/api/v1/webtoon?publishDay=TUESDAY");
			service.get("/api/v1/webtoon?publishDay=TUESDAY&page=0");
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		return engineer.texts(".t-ratio").stream().anyMatch((ratio) -> ratio.endsWith("%"));
	}

	private static void take(Browser browser, String name) throws IOException {
		browser.await("all pictures", () -> browser.ask("""
				return [...document.images].every((image) => image.complete || image.loading === 'lazy');
				"""));
		String device = browser.view().phone() ? "phone" : "desktop";
		write(name + "-" + device + browser.view().in("-ko", ""), browser.driver().getScreenshotAs(OutputType.BYTES));
	}

	private static void write(String name, byte[] picture) throws IOException {
		Path file = FOLDER.resolve(name + ".png");
		Files.write(file, SmallPng.of(picture));
		assertThat(Files.size(file)).as(file.toString()).isLessThan(MOST);
	}

}
