package dev.yoil.browser;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import dev.yoil.ehcache.internal.EncodedName;
import dev.yoil.support.FullRun;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console watches caches without changing them.
 * {@code mvn test -Dtest=ConsoleWatchingTests -Dyoil.watch=PT1M} watches for a minute.
 */
@ExtendWith(BrowserExtension.class)
class ConsoleWatchingTests {

	private static final Duration TIME = Duration
		.parse(System.getProperty("yoil.watch", "PT" + FullRun.count(3, 6) + "S"));

	@Test
	void changesNothing(Browsers browsers) throws Exception {
		try (ConsoleService service = ConsoleService.start()) {
			for (int round = 0; round < 3; round++) {
				service.read("MONDAY");
				service.read("TUESDAY");
			}
			service.service().json("/api/v1/genres");
			service.service().json("/api/v1/ranking/daily");
			service.cache(ConsoleService.ODD).put("odd", "value");
			Map<String, JsonNode> before = all(service);
			// Access from now on changes the times of an entry.
			service.service().clock().advance(Duration.ofSeconds(7));
			Browser browser = browsers.open(View.DESKTOP_ENGLISH);
			Console console = Console.open(browser, service, ConsoleService.LISTS).shows("MONDAY", "TUESDAY");
			browser.click(console.open("MONDAY"));
			browser.find("entry-detail");
			// It asks once a second, or less often where answers take long.
			Awaitility.await()
				.pollInSameThread()
				.timeout(TIME.multipliedBy(2).plusSeconds(60))
				.until(() -> browser.traffic()
					.exchanges()
					.stream()
					.filter((exchange) -> exchange.path().endsWith("/entries") && exchange.status() == 200)
					.count() > TIME.toSeconds());
			console.is("live");
			assertThat(all(service)).isEqualTo(before);
			browsers.finish();
		}
	}

	/**
	 * All that the caches tell of themselves and of their entries, read without them.
	 */
	private static Map<String, JsonNode> all(ConsoleService service) throws IOException, InterruptedException {
		Map<String, JsonNode> all = new TreeMap<>();
		for (String name : service.service().json("/api/v1/cache?limit=1").propertyNames()) {
			String path = "/api/v1/cache/" + EncodedName.of(name);
			all.put(name, service.service().json(path + "?limit=1000"));
			all.put(name + " removals", service.service().json(path + "/removals?limit=1000"));
		}
		return all;
	}

}
