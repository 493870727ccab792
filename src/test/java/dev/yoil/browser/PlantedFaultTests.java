package dev.yoil.browser;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Planted faults that the browser tests must find.
 */
@ExtendWith(BrowserExtension.class)
class PlantedFaultTests {

	private static HttpServer server;

	@BeforeAll
	static void serve() throws IOException {
		server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
		server.createContext("/", PlantedFaultTests::respond);
		server.start();
	}

	private static Optional<String> body(String name) {
		return Optional.ofNullable(switch (name) {
			case "error" -> "<script>console.error('a planted error')</script>";
			case "exception" -> "<script>throw new Error('a planted exception')</script>";
			case "missing" -> "<script src='/nowhere.js'></script>";
			case "picture" -> "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='>";
			case "dark" ->
				"<style>@media (prefers-color-scheme: dark) { p { color: #222; } }</style><p>Dark on dark.</p>";
			case "wide" -> "<div style='width: 391px'>Wide.</div>";
			case "foreign" -> "<img alt='' src='http://example.org/picture.png'>";
			case "focus" ->
				"<style>button:focus { outline: none }</style><button>Press</button><button id='last'>Me</button>";
			case "good" -> """
					<button id="it">Press</button><script>document.querySelector('#it').addEventListener('click',
					(event) => document.querySelector('h1').textContent = event.pointerType)</script>""";
			default -> null;
		});
	}

	private static void respond(HttpExchange exchange) throws IOException {
		String name = exchange.getRequestURI().getPath().substring(1);
		byte[] page = """
				<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Planted</title><link rel="icon" href="data:,">
				<meta name="viewport" content="width=device-width, initial-scale=1"><style>:root { color-scheme: light dark; }
				body { margin: 0; background: Canvas; color: CanvasText; }</style></head><body><main><h1>Planted</h1>%s<p id="language">%s</p></main></body></html>
				"""
			.formatted(body(name).orElse(""), exchange.getRequestHeaders().getFirst("Accept-Language"))
			.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
		exchange.sendResponseHeaders(body(name).isPresent() ? 200 : 404, page.length);
		exchange.getResponseBody().write(page);
		exchange.close();
	}

	@AfterAll
	static void stop() {
		server.stop(0);
	}

	private static String page(String name) {
		return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + name;
	}

	@ParameterizedTest
	@EnumSource(names = { "DESKTOP_KOREAN", "PHONE_ENGLISH" })
	void acceptsAGoodPage(View view, Browsers browsers) {
		Browser browser = browsers.open(view).go(page("good"));
		browser.check("good");
		assertThat(browser.wrong()).isEmpty();
		assertThat(browser.<Long>ask("return innerWidth")).isEqualTo(view.width());
		assertThat(browser.<Boolean>ask("return matchMedia('(pointer: coarse)').matches")).isEqualTo(view.phone());
		assertThat(browser.<String>ask("return navigator.language")).isEqualTo(view.in("ko-KR", "en-US"));
		assertThat(browser.<String>ask("return new Intl.NumberFormat().resolvedOptions().locale"))
			.isEqualTo(view.in("ko-KR", "en-US"));
		assertThat(browser.texts("#language").get(0)).startsWith(view.in("ko-KR", "en-US"));
		browser.click(Browser.css("#it"));
		browser.await("a press", () -> browser.texts("h1").equals(List.of(view.phone() ? "touch" : "mouse")));
	}

	@Test
	void findsPlantedFaults(Browsers browsers) {
		Map<String, String> faults = Map.of("error", "a planted error", "exception", "a planted exception", "missing",
				"404", "picture", "light: image-alt", "dark", "dark: color-contrast", "wide",
				"scrolls sideways: 391 px in 390", "foreign", "http://example.org/picture.png - Failed");
		Browser browser = browsers.open(View.PHONE_ENGLISH);
		faults.forEach((name, fault) -> {
			int before = browser.wrong().size();
			browser.go(page(name)).check(name);
			List<String> wrong = browser.wrong();
			assertThat(wrong.subList(before, wrong.size())).anyMatch((found) -> found.contains(fault));
		});
		assertThatThrownBy(browsers::finish).isInstanceOf(AssertionError.class).hasMessageContaining("a planted error");
		browsers.quit();
		Browser another = browsers.open(View.PHONE_ENGLISH).go(page("missing"));
		another.expect("status of 404");
		assertThat(another.wrong()).as("what is expected").isEmpty();
	}

	@Test
	void findsAnInvisibleFocus(Browsers browsers) {
		Browser browser = browsers.open(View.DESKTOP_ENGLISH).go(page("focus"));
		browser.tabTo(Browser.css("#last"));
		assertThat(browser.wrong()).hasSize(2).allMatch((wrong) -> wrong.startsWith("The focus is not seen"));
		browsers.quit();
	}

}
