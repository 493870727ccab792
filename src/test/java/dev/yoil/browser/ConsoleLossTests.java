package dev.yoil.browser;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console after it lost the server, or the server lost its database.
 */
@ExtendWith(BrowserExtension.class)
class ConsoleLossTests {

	private static final String SECONDS = """
			return import('/console/connection.js').then(({ Connection }) => {
				let now = 100_000;
				performance.now = () => now;
				let told = 0;
				const connection = new Connection(() => told++);
				const lostAfter = (begin) => {
					begin(connection);
					const start = now;
					while (!connection.isLost && now - start < 60_000) {
						now += 500;
						connection.draw();
					}
					return (now - start) / 1000;
				};
				const live = lostAfter(() => { connection.hear(5); connection.ask(); });
				const resumed = lostAfter(() => { connection.pause(); connection.resume(); });
				return [live, resumed, told];
			});
			""";

	private static final String PAUSE = """
			return import('/console/poll.js').then(({ Poll }) => new Promise((done) => {
				const [realNow, realTimeout] = [performance.now, setTimeout];
				let now = 0;
				performance.now = () => now;
				globalThis.setTimeout = (run, pause) => {
					[performance.now, globalThis.setTimeout] = [realNow, realTimeout];
					poll.stop();
					done(pause);
				};
				const poll = new Poll(1000, async () => { await null; now = 15_000; }, () => {});
				poll.start();
			}));
			""";

	private static final String OUTDATED = """
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
			""";

	private static final String ORDER = """
			return import('/console/health.js').then(({ problems }) => {
				const idle = { hits: 0, misses: 0, failedLoads: 0, staleServed: 0 };
				const failing = { ...idle, failedLoads: 3 };
				const snapshot = { lastFailedLoad: null, bypassed: null, levels: [], policy: { staleIfError: null } };
				const cache = (name, now, more = {}) => ({ name, snapshot: { ...snapshot, ...more }, recent: { '1m': now, '15m': failing } });
				const caches = [cache('past', idle), cache('one', failing), cache('two', failing),
					cache('three', { ...idle, hits: 1 }, { bypassed: { since: new Date().toISOString(), by: 'admin' } })];
				const node = { id: '1', here: true, lost: false, leaseLeftMillis: -5, pools: [], threads: null };
				const down = (seconds) => ({ lastFailedLoad: { at: new Date(Date.now() - seconds * 1000).toISOString(), key: 'key', error: 'PSQLException: Connection refused.' } });
				caches.push(cache('down', failing, down(1)), cache('down too', { ...idle, staleServed: 2 }, { ...down(90), policy: { staleIfError: '10m' } }));
				const findings = [{ cache: 'one', rule: 'NEVER_HIT', severity: 'WARNING', evidence: {} }, { cache: 'one', rule: 'TTI_NEVER_ACTS', severity: 'NOTE', evidence: {} }];
				const status = { pools: [{ name: 'pool', active: 0, max: 10, pending: 3 }], threads: null };
				return problems({ caches, status, nodes: [{ node, caches: { one: { tierAvailable: false } } }], findings, configuration: null, lostAt: null })
					.map(({ level, id, words, groups }) => [level, id, ...(groups ? [words, ...groups.flatMap(({ readers, members }) => [readers, ...members.map(({ cache, counts }) => cache + ': ' + counts)])] : [])].join(' '));
			});
			""";

	/** Texts that do not fit into their place. */
	private static final String CUT = """
			return [...document.querySelectorAll('#caches-head button, #cache-rows :is(th, td), .figures :is(dt, dd)')]
				.filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth)
				.map((element) => element.textContent);
			""";

	/** Times below the chart that are closer to each other than two letters. */
	private static final String CLOSE = """
			const { x } = Chart.getChart('trend').scales;
			const pen = document.createElement('canvas').getContext('2d');
			pen.font = '11px ' + Chart.defaults.font.family;
			const half = (label) => pen.measureText(label).width / 2;
			return x.ticks.filter(({ label }, index) => index > 0
				&& x.getPixelForTick(index) - half(label) - x.getPixelForTick(index - 1) - half(x.ticks[index - 1].label) < 12)
				.map(({ label }) => label);
			""";

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
	void fill() throws Exception {
		service.clear();
		service.read("MONDAY");
	}

	@Test
	void showsWhatIsLost(Browsers browsers) throws Exception {
		Browser browser = browsers.open(View.PHONE_ENGLISH);
		browser.driver()
			.cdp("Page.addScriptToEvaluateOnNewDocument",
					Map.of("source", new ClassPathResource("loss.js", ConsoleLossTests.class)
						.getContentAsString(StandardCharsets.UTF_8)));
		Console console = Console.open(browser, service, ConsoleService.LISTS).shows("MONDAY");
		losesTheServer(console);
		losesTheLease(console);
		cutsNoNamesAndTimes(browser);
	}

	private static void losesTheServer(Console console) {
		Browser browser = console.browser();
		browser.ask("loss.frozen = true");
		browser.await("a request without a response", () -> browser.ask("return loss.waiting"));
		browser.ask("loss.ahead += 4000");
		console.is("lost");
		assertThat(browser.texts("#connection-text").get(0)).contains("No response for");
		assertThat(browser.attributes("[data-testid=problem]", "data-level")).containsExactly("bad");
		assertThat(browser.texts("#identity").get(0)).contains("last heard");
		assertThat(browser.driver().findElement(Browser.css("#clear")).isEnabled()).isFalse();
		browser.check("a frozen server");
		browser.ask("loss.frozen = false");
		console.is("live");
		browser.await("no problem", () -> browser.texts("[data-testid=problem]").isEmpty());
	}

	private static void losesTheLease(Console console) {
		Browser browser = console.browser();
		assertThat(browser.attributes("[data-testid=countdown]", "data-state")).containsExactly("good");
		browser.ask("loss.lease = -5");
		browser.await("no fresh value",
				() -> browser.attributes("[data-testid=countdown]", "data-state").equals(List.of("expired")));
		assertThat(console.cell("MONDAY", "c-timeLeft")).contains("not fresh, stale until");
		assertThat(browser.texts("[data-testid=problem]").get(0)).contains("no value counts as fresh");
		browser.check("a lost lease");
		browser.ask("loss.lease = 900");
		browser.await("a fresh value",
				() -> browser.attributes("[data-testid=countdown]", "data-state").equals(List.of("good")));
	}

	private static void cutsNoNamesAndTimes(Browser browser) {
		browser.ask("loss.long = true");
		browser.await("long names", () -> browser.attributes("[data-testid=cache]", "data-name")
			.contains("findWebtoonsByPublishDayAndGenreForAuthenticatedReaders"));
		browser.await("badges", () -> browser.texts("#cache-rows .badge").size() >= 4);
		assertThat(browser.<List<String>>ask(CUT)).isEmpty();
		browser.await("a chart", () -> browser.ask("return Chart.getChart('trend')?.scales.x.ticks.length > 1"));
		assertThat(browser.<List<String>>ask(CLOSE)).isEmpty();
		browser.check("long names");
	}

	/**
	 * Calls the modules of the console with planted times and responses.
	 */
	@Test
	void noticesLossesInTimeAndListsCausesFirst(Browsers browsers) {
		Browser browser = browsers.open(View.DESKTOP_ENGLISH);
		Console console = Console.open(browser, service, ConsoleService.LISTS);
		// Its own requests must not take the planted time.
		browser.click("pause");
		console.is("paused");
		assertThat(browser.<Long>ask(PAUSE)).as("soon after a frozen server").isEqualTo(5000);
		assertThat(browser.<String>ask(OUTDATED)).isEqualTo("asked 1, asked 2, new, once, asked 3");
		assertThat(browser.<List<String>>ask(ORDER)).containsExactly("bad lease",
				"bad cause PSQLException The database fails: loads of 2 caches end with PSQLException: Connection refused. "
						+ "No database connection can be opened, and 3 threads wait for one. "
						+ "Readers get errors, because there is no stale-if-error down: 3 failed loads "
						+ "Readers get old values, each for up to 10 min after its expiry, and errors for keys that are not cached "
						+ "down too: 2 stale values served",
				"bad failing one", "bad failing two", "warn tier", "warn failing past", "warn failing three",
				"warn bypassed three", "warn found one NEVER_HIT undefined undefined");
		// The next request follows a second after a response, at the latest.
		assertThat(browser.<List<Number>>ask(SECONDS)).extracting(Number::doubleValue)
			.satisfiesExactly((live) -> assertThat(live).isBetween(3.0, 4.0),
					(resumed) -> assertThat(resumed).isBetween(3.0, 4.0), (told) -> assertThat(told).isEqualTo(2.0));
	}

	/** As an envelope that a gateway puts around every body. */
	@Tag("full")
	@Test
	void reportsUnreadableResponses(Browsers browsers) {
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

	/**
	 * Without its connection the page stands as it does while the service is down.
	 */
	@Tag("full")
	@Test
	void reconnects(Browsers browsers) throws Exception {
		Browser browser = browsers.open(View.PHONE_ENGLISH);
		browser.expect("net::ERR_INTERNET_DISCONNECTED");
		Console console = Console.open(browser, service, ConsoleService.LISTS).shows("MONDAY");
		browser.offline(true);
		console.is("lost").shows("MONDAY");
		assertThat(browser.driver().findElement(Browser.css("#clear")).isEnabled()).isFalse();
		assertThat(browser.driver().findElement(Browser.css("#bypass")).isEnabled()).isFalse();
		browser.check("without a server");
		service.restart();
		browser.offline(false);
		console.is("live").shows();
		service.read("TUESDAY");
		console.shows("TUESDAY");
		browser.check("with a server again");
	}

}
