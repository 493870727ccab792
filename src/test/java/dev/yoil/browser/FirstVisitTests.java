package dev.yoil.browser;

import java.util.List;

import dev.yoil.browser.Traffic.Exchange;
import dev.yoil.webtoon.RunningService;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the first visit of the front page costs, and the second one. All that was asked
 * until the page and the pictures in sight were there counts, so that nothing is left out
 * that came in time by chance.
 */
@ExtendWith(BrowserExtension.class)
class FirstVisitTests {

	private static final int MOST_REQUESTS = 6;

	/** In bytes. */
	private static final long MOST = 100_000;

	private static final String PICTURES_ARE_SEEN = """
			const sight = [...document.querySelectorAll('[data-testid=card] img')].filter((picture) => {
				const box = picture.getBoundingClientRect();
				return box.top < innerHeight && box.bottom > 0;
			});
			return document.readyState === 'complete' && sight.length > 0
				&& sight.every((picture) => picture.complete && picture.naturalWidth > 0);
			""";

	private static final Log LOG = LogFactory.getLog(FirstVisitTests.class);

	private static RunningService service;

	@BeforeAll
	static void start() {
		service = RunningService.start("--yoil.sample-webtoons=5000", "--yoil.sample-readers=200");
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "DESKTOP_KOREAN", "PHONE_ENGLISH" })
	void isSmallAndTheSecondAsksOnlyWhetherAnythingChanged(View view, Browsers browsers) {
		Browser browser = browsers.open(view);
		List<Exchange> first = visit(browser);
		report(view + ", first visit", first);
		assertThat(first).allMatch((exchange) -> exchange.status() == 200 && !exchange.cached());
		assertThat(first).as("requests until the first cards are seen").hasSizeLessThanOrEqualTo(MOST_REQUESTS);
		assertThat(first.stream().mapToLong(Exchange::bytes).sum()).as("bytes until the first cards are seen")
			.isLessThanOrEqualTo(MOST);
		browser.go("about:blank");
		browser.traffic().forget();
		List<Exchange> second = visit(browser);
		report(view + ", second visit", second);
		assertThat(second).allMatch((exchange) -> exchange.status() == 304 || exchange.cached());
		assertThat(second.get(0).status()).isEqualTo(304);
	}

	private static List<Exchange> visit(Browser browser) {
		browser.go("http://127.0.0.1:" + service.port() + "/");
		browser.await("the first cards with their pictures", () -> browser.<Boolean>ask(PICTURES_ARE_SEEN));
		browser.await("all of the answers",
				() -> browser.traffic()
					.exchanges()
					.stream()
					.allMatch((exchange) -> exchange.finished() || exchange.cached()));
		return browser.traffic().exchanges();
	}

	private static void report(String visit, List<Exchange> exchanges) {
		LOG.info("%s: %d requests, %d from the browser's cache, %,d bytes over the wire%n%s".formatted(visit,
				exchanges.size(), exchanges.stream().filter(Exchange::cached).count(),
				exchanges.stream().mapToLong(Exchange::bytes).sum(),
				String.join("\n", exchanges.stream().map(Exchange::toString).toList())));
	}

}
