package dev.yoil.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;

import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

import org.springframework.util.FileSystemUtils;

/**
 * Opens browsers, each as if it had never been used before, and closes them. Starting one
 * costs much, so that one that was closed is kept, forgets everything, and is opened
 * again. One driver serves all of them. All files that they write are below one
 * directory, which is gone when this is closed; this is closed with the JVM at the
 * latest.
 */
final class Browsers implements AutoCloseable {

	private final Chromium chromium;

	private final Path files;

	private final ChromeDriverService driver;

	private final Thread atExit = new Thread(this::end, "browsers");

	private final Deque<Browser> open = new ArrayDeque<>();

	/** Those that can be opened again, by their languages. */
	private final Map<String, Deque<ChromiumSession>> kept = new HashMap<>();

	private Browsers(Chromium chromium, Path files) throws IOException {
		this.chromium = chromium;
		this.files = files;
		this.driver = new ChromeDriverService.Builder()
			// Told, so that Selenium never looks for one, which it would do on the net.
			.usingDriverExecutable(chromium.driver().toFile())
			.usingAnyFreePort()
			.withSilent(true)
			.withEnvironment(Map.of("TMPDIR", files.toString(), "HOME", files.toString()))
			.build();
		this.driver.start();
		Runtime.getRuntime().addShutdownHook(this.atExit);
	}

	static Browsers start(Chromium chromium) {
		try {
			return new Browsers(chromium, Files.createTempDirectory("yoil-browsers"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Opens a browser that was nowhere yet, or that has forgotten where it was.
	 */
	Browser open(View view) {
		ChromiumSession session = Optional.ofNullable(kept(view).poll())
			.orElseGet(() -> new ChromiumSession(this.driver.getUrl(), options(view)));
		Browser browser = new Browser(session, view);
		this.open.push(browser);
		return browser;
	}

	private Deque<ChromiumSession> kept(View view) {
		return this.kept.computeIfAbsent(view.languages(), (languages) -> new ArrayDeque<>());
	}

	private ChromeOptions options(View view) {
		ChromeOptions options = new ChromeOptions();
		options.setBinary(this.chromium.browser().toFile());
		options.addArguments(
				// No host has an address but this machine: what asks for another is found
				// out, and nobody is asked.
				"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--accept-lang=" + view.languages(),
				"--lang=" + view.in("ko", "en-US"), "--window-size=1300,1000", "--disable-dev-shm-usage",
				"--disable-background-networking", "--disable-component-update", "--no-first-run",
				"--force-color-profile=srgb", "--hide-scrollbars", "--force-prefers-reduced-motion", "--disable-gpu",
				// Processes that nothing here needs.
				"--in-process-gpu", "--disable-extensions", "--disable-features=SpareRendererForSitePerProcess");
		if (!"visible".equals(System.getenv("YOIL_BROWSER"))) {
			options.addArguments("--headless=new");
		}
		if ("root".equals(System.getProperty("user.name"))) {
			// Its sandbox refuses to work for root, who is whom containers know.
			options.addArguments("--no-sandbox");
		}
		options.setExperimentalOption("prefs", Map.of("intl.accept_languages", view.languages()));
		LoggingPreferences logs = new LoggingPreferences();
		logs.enable(LogType.BROWSER, Level.ALL);
		logs.enable(LogType.PERFORMANCE, Level.ALL);
		options.setCapability("goog:loggingPrefs", logs);
		return options;
	}

	/**
	 * Those that are open, the first opened first.
	 */
	List<Browser> opened() {
		List<Browser> opened = new ArrayList<>(this.open);
		Collections.reverse(opened);
		return opened;
	}

	/**
	 * Holds all browsers against what holds for every page, and closes them, while what
	 * they look at is still there.
	 */
	void finish() {
		opened().forEach(Browser::verify);
		quit();
	}

	/**
	 * Closes all browsers; others can be opened afterwards.
	 */
	void quit() {
		while (!this.open.isEmpty()) {
			close(this.open.pop());
		}
	}

	private void close(Browser browser) {
		ChromiumSession session = browser.driver();
		try {
			session.startAnew();
			kept(browser.view()).push(session);
		}
		catch (WebDriverException ex) {
			// It cannot forget, such as where a dialog is in the way.
			session.quit();
		}
	}

	private void endAll() {
		while (!this.open.isEmpty()) {
			this.open.pop().driver().quit();
		}
		this.kept.values().forEach((sessions) -> sessions.forEach(ChromiumSession::quit));
		this.kept.clear();
	}

	@Override
	public void close() {
		Runtime.getRuntime().removeShutdownHook(this.atExit);
		end();
	}

	private void end() {
		AtomicReference<RuntimeException> failure = new AtomicReference<>();
		try {
			endAll();
		}
		catch (RuntimeException ex) {
			failure.set(ex);
		}
		this.driver.stop();
		try {
			FileSystemUtils.deleteRecursively(this.files);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		if (failure.get() != null) {
			throw failure.get();
		}
	}

}
