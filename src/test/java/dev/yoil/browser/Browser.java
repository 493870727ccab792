package dev.yoil.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.pollinterval.IterativePollInterval;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.ElementNotInteractableException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.PointerInput;
import org.openqa.selenium.interactions.Sequence;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A browser that records every problem of the pages it visits, and reports them in
 * {@link #verify()}. Not thread-safe.
 */
final class Browser {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	/** Between two looks, the first time; twice as long each time. */
	private static final Duration SHORTEST = Duration.ofMillis(10);

	private static final Duration LONGEST = Duration.ofMillis(160);

	private static final String FOCUS = """
			const focused = document.activeElement;
			if (focused === document.body) {
				return [false, true, ''];
			}
			const seen = (style) => (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0)
				|| style.boxShadow !== 'none';
			const isSeen = focused.matches(':focus-visible') && ([null, '::before', '::after'].some((part) => seen(getComputedStyle(focused, part)))
				|| [...focused.querySelectorAll('*')].slice(0, 20).some((part) => seen(getComputedStyle(part)))
				|| (focused.parentElement !== null && focused.parentElement.matches(':focus-within')
					&& seen(getComputedStyle(focused.parentElement))));
			return [focused.matches(arguments[0]), isSeen, focused.outerHTML];
			""";

	private static final String IS_IN_REACH = """
			const [element] = arguments;
			const seen = () => {
				const box = element.getBoundingClientRect();
				const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
				return element.contains(there);
			};
			if (!seen()) {
				element.scrollIntoView({ block: 'center', behavior: 'instant' });
			}
			return !element.disabled && seen();
			""";

	private static final String SEEN = """
			return [...document.querySelectorAll(arguments[0])]
				.find((element) => element.checkVisibility({ visibilityProperty: true })) ?? null;
			""";

	private final ChromiumSession driver;

	private final View view;

	private final PageChecks checks;

	private final List<String> wrong = new ArrayList<>();

	private final List<String> expected = new ArrayList<>();

	Browser(ChromiumSession driver, View view) {
		this.driver = driver;
		this.view = view;
		this.checks = new PageChecks(driver, view);
		driver.resize(view);
		driver.cdp("Emulation.setTouchEmulationEnabled", Map.of("enabled", view.phone()));
		driver.cdp("Emulation.setTimezoneOverride", Map.of("timezoneId", "Asia/Seoul"));
		driver.cdp("Emulation.setLocaleOverride", Map.of("locale", view.in("ko-KR", "en-US")));
		driver.cdp("Emulation.setUserAgentOverride",
				Map.of("userAgent", driver.userAgent(), "acceptLanguage", view.languages()));
		this.checks.prefer("light");
	}

	View view() {
		return this.view;
	}

	ChromiumSession driver() {
		return this.driver;
	}

	/**
	 * Lets the pages believe that it is another time, for them and for the server; their
	 * time goes on from there.
	 */
	Browser at(Instant now) {
		this.driver.cdp("Page.addScriptToEvaluateOnNewDocument", Map.of("source", """
				(() => {
					const System = Date;
					const shift = %d - System.now();
					globalThis.Date = class Date extends System {
						constructor(...parts) {
							if (parts.length === 0) { super(System.now() + shift); } else { super(...parts); }
						}
						static now() { return System.now() + shift; }
					};
					const header = Headers.prototype.get;
					Headers.prototype.get = function get(name) {
						const value = header.call(this, name);
						return name === 'Date' && value !== null ? new Date().toUTCString() : value;
					};
				})();
				""".formatted(now.toEpochMilli())));
		return this;
	}

	/**
	 * Switches the scripts of pages off.
	 */
	Browser withoutScripts() {
		this.driver.cdp("Emulation.setScriptExecutionDisabled", Map.of("value", true));
		return this;
	}

	/**
	 * Loses its connection to everybody, or has it again.
	 */
	void offline(boolean offline) {
		this.driver.cdp("Network.enable", Map.of());
		this.driver.cdp("Network.emulateNetworkConditions",
				Map.of("offline", offline, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
	}

	/**
	 * Goes to an address and waits until it is loaded.
	 */
	Browser go(String url) {
		this.driver.get(url);
		return this;
	}

	static By id(String testId) {
		return By.cssSelector("[data-testid='" + testId + "']");
	}

	static By css(String selector) {
		return By.cssSelector(selector);
	}

	private static String selector(By by) {
		return (String) ((By.Remotable) by).getRemoteParameters().value();
	}

	/**
	 * Waits for an element that is there and seen.
	 */
	WebElement find(By by) {
		AtomicReference<WebElement> seen = new AtomicReference<>();
		await(by + " is seen", () -> {
			seen.set(ask(SEEN, selector(by)));
			return seen.get() != null;
		});
		return seen.get();
	}

	WebElement find(String testId) {
		return find(id(testId));
	}

	/**
	 * Those that are there now, seen or not.
	 */
	List<WebElement> all(String testId) {
		return this.driver.findElements(id(testId));
	}

	/**
	 * Clicks, or touches, as soon as it can be.
	 */
	void click(By by) {
		await("a click on " + by, () -> {
			press(find(by));
			return true;
		});
	}

	private void press(WebElement element) {
		if (!this.view.phone()) {
			// A click on a disabled button has no effect.
			if (!element.isEnabled()) {
				throw new ElementNotInteractableException("It is disabled");
			}
			element.click();
			return;
		}
		// Selenium's own click is one of a mouse.
		if (!this.<Boolean>ask(IS_IN_REACH, element)) {
			throw new ElementClickInterceptedException("Something else is in front of it");
		}
		PointerInput finger = new PointerInput(PointerInput.Kind.TOUCH, "finger");
		this.driver.perform(List.of(new Sequence(finger, 0)
			.addAction(finger.createPointerMove(Duration.ZERO, PointerInput.Origin.fromElement(element), 0, 0))
			.addAction(finger.createPointerDown(PointerInput.MouseButton.LEFT.asArg()))
			.addAction(finger.createPointerUp(PointerInput.MouseButton.LEFT.asArg()))));
	}

	void click(String testId) {
		click(id(testId));
	}

	/**
	 * Writes into a field what replaces all that is in it.
	 */
	void type(By by, String text) {
		WebElement field = find(by);
		field.clear();
		field.sendKeys(text);
	}

	/**
	 * Asks the page.
	 * @param script the body of a function
	 */
	@SuppressWarnings("unchecked") // Who asks knows what is answered.
	<T> T ask(String script, Object... arguments) {
		return (T) this.driver.executeScript(script, arguments);
	}

	/**
	 * The texts of all elements, from the page in one go.
	 */
	List<String> texts(String selector) {
		return ask("return [...document.querySelectorAll(arguments[0])].map((element) => element.textContent.trim())",
				selector);
	}

	/**
	 * An attribute of all elements, from the page in one go.
	 */
	List<String> attributes(String selector, String name) {
		return ask(
				"return [...document.querySelectorAll(arguments[0])].map((element) => element.getAttribute(arguments[1]))",
				selector, name);
	}

	/**
	 * Waits until something is so.
	 * @param what the expected state, for the error message
	 */
	Browser await(String what, BooleanSupplier condition) {
		try {
			Awaitility.await()
				.pollInSameThread()
				.pollDelay(Duration.ZERO)
				.pollInterval(IterativePollInterval
					.iterative((last) -> (last.compareTo(LONGEST) < 0) ? last.multipliedBy(2) : LONGEST, SHORTEST))
				.timeout(PATIENCE)
				.ignoreExceptionsMatching((ex) -> ex instanceof StaleElementReferenceException
						|| ex instanceof ElementNotInteractableException)
				.until(condition::getAsBoolean);
		}
		catch (ConditionTimeoutException ex) {
			throw new AssertionError("Waited in vain at %s: %s".formatted(this.driver.getCurrentUrl(), what), ex);
		}
		return this;
	}

	/**
	 * Presses keys, wherever the focus is.
	 */
	void press(CharSequence... keys) {
		new Actions(this.driver).sendKeys(keys).perform();
	}

	/**
	 * Goes with the tabulator until an element has the focus, which has to be seen on
	 * each that has it on the way.
	 */
	void tabTo(By by) {
		for (int stops = 0; stops < 300; stops++) {
			press(Keys.TAB);
			List<Object> focus = ask(FOCUS, selector(by));
			if (!(Boolean) focus.get(1)) {
				this.wrong.add("The focus is not seen on " + ((String) focus.get(2)).lines().findFirst());
			}
			if ((Boolean) focus.get(0)) {
				return;
			}
		}
		throw new AssertionError("No tabulator leads to " + by + " at " + this.driver.getCurrentUrl());
	}

	/**
	 * Takes a failed request for a part of the journey: the browser reports each with its
	 * status on its console.
	 * @param part of the message, such as {@code status of 401}
	 */
	void expect(String part) {
		this.expected.add(part);
	}

	/**
	 * Looks at the state that the page is in now.
	 * @param state the state of the page, for the error message
	 */
	void check(String state) {
		this.checks.look().forEach((violation) -> this.wrong.add(state + ", " + violation));
	}

	/**
	 * Fails if anything was wrong: with a page that was looked at, or on the console,
	 * which shows failed requests and so each request to another host.
	 */
	void verify() {
		assertThat(wrong()).as("What is wrong, %s", this.view).isEmpty();
	}

	/**
	 * What was wrong so far.
	 */
	List<String> wrong() {
		this.driver.manage()
			.logs()
			.get(LogType.BROWSER)
			.getAll()
			.stream()
			.filter((entry) -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
			.map(LogEntry::getMessage)
			.filter((message) -> this.expected.stream().noneMatch(message::contains))
			.forEach((message) -> this.wrong.add("on the console: " + message));
		return List.copyOf(this.wrong);
	}

	/**
	 * Keeps what is seen, after a failure.
	 */
	void record(ExtensionContext test) {
		try {
			Path folder = Files.createDirectories(Path.of("target", "browser"));
			String name = (test.getRequiredTestClass().getSimpleName() + "-" + test.getRequiredTestMethod().getName()
					+ "-" + this.view + "-" + test.getDisplayName())
				.replaceAll("[^A-Za-z0-9-]", "_");
			Files.write(folder.resolve(name + ".png"), this.driver.getScreenshotAs(OutputType.BYTES));
			Files.write(folder.resolve(name + ".txt"), wrong());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
