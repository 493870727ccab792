package dev.yoil.browser;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import dev.yoil.webtoon.Administrator;
import org.openqa.selenium.By;

import org.springframework.web.util.UriUtils;

/**
 * The console, as an engineer uses it.
 */
final class Console {

	private static final String ROW = "[data-testid=entry]";

	/** Polls four times a second, so that no test waits for the console's pauses. */
	private static final String HURRY = """
			{
				const later = globalThis.setTimeout;
				globalThis.setTimeout = (run, pause, ...rest) => later(run, pause > 250 && pause <= 5000 ? 250 : pause, ...rest);
			}
			""";

	private final Browser browser;

	private Console(Browser browser) {
		this.browser = browser;
	}

	/**
	 * Opens the console at a cache.
	 */
	static Console open(Browser browser, ConsoleService service, String cache) {
		browser.driver().cdp("Page.addScriptToEvaluateOnNewDocument", Map.of("source", HURRY));
		browser.at(service.service().clock().instant())
			.go(service.address("/console/#cache=" + UriUtils.encode(cache, StandardCharsets.UTF_8)));
		return new Console(browser).is("live");
	}

	/**
	 * Returns the console that is open.
	 */
	static Console of(Browser browser) {
		return new Console(browser);
	}

	/**
	 * Waits until the console says how it stands with the server.
	 */
	Console is(String state) {
		this.browser.await("the console is " + state,
				() -> this.browser.attributes("[data-testid=connection]", "data-state").equals(List.of(state)));
		return this;
	}

	Browser browser() {
		return this.browser;
	}

	/** The keys that are shown, in their order. */
	List<String> keys() {
		return this.browser.texts(ROW + " .key");
	}

	Console shows(String... keys) {
		this.browser.await("the keys " + List.of(keys) + ", where there are " + keys(),
				() -> keys().equals(List.of(keys)));
		return this;
	}

	/** The hits of an entry, as shown. */
	String hits(String key) {
		return cell(key, "c-hits");
	}

	/** What a column shows of an entry. */
	String cell(String key, String column) {
		return this.browser.ask("""
				return [...document.querySelectorAll('[data-testid=entry]')]
					.find((row) => row.querySelector('.key').textContent === arguments[0])
					?.querySelector('.' + arguments[1])?.textContent ?? '';
				""", key, column);
	}

	/** The causes of the removals that are shown, the latest first. */
	List<String> causes() {
		return this.browser.attributes("[data-testid=removal]", "data-cause");
	}

	Console left(String cause, String words) {
		this.browser.await("a removal by " + cause + " with " + words,
				() -> this.browser.texts("[data-testid=removal][data-cause='" + cause + "']")
					.stream()
					.anyMatch((shown) -> shown.contains(words)));
		return this;
	}

	/**
	 * Presses a button that requires a login, and signs in.
	 */
	Console signIn() {
		this.browser.type(Browser.id("password"), Administrator.PASSWORD);
		this.browser.click("confirm");
		return closed();
	}

	/**
	 * Chooses from the menu of changes.
	 */
	Console change(String button) {
		this.browser.click("changes");
		this.browser.click(button);
		return this;
	}

	/** Waits until no dialog is open. */
	Console closed() {
		this.browser.await("no dialog is open", () -> this.browser.texts("dialog[open]").isEmpty());
		return this;
	}

	/** The removing button of an entry. */
	By remove(String key) {
		return Browser.css(row(key) + " [data-testid=remove]");
	}

	/** What opens an entry. */
	By open(String key) {
		return Browser.css(row(key) + " button.open");
	}

	private String row(String key) {
		String id = this.browser.ask("""
				return [...document.querySelectorAll('[data-testid=entry]')]
					.find((row) => row.querySelector('.key').textContent === arguments[0]).dataset.id;
				""", key);
		return "[data-testid=entry][data-id='" + id + "']";
	}

}
