package dev.yoil.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.logging.Level;

import org.jspecify.annotations.Nullable;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

import org.springframework.util.FileSystemUtils;

/**
 * Opens one browser after another, each as if it had never been used before. Starting one
 * costs much, so that there is one, which forgets everything in between. All files that
 * it and its driver write are below one directory, which is gone when this is closed;
 * this is closed with the JVM at the latest.
 */
final class Browsers implements AutoCloseable {

	private final Chromium chromium;

	private final Path files;

	private final ChromeDriverService driver;

	private final Thread atExit = new Thread(this::end, "browsers");

	private @Nullable ChromiumSession session;

	private @Nullable Browser opened;

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
	 * Opens a browser that was nowhere yet, after the one before has been held against
	 * what holds for every page and closed.
	 */
	Browser open(View view) {
		finish();
		ChromiumSession usable = this.session;
		if (usable == null) {
			usable = new ChromiumSession(this.driver.getUrl(), options());
			this.session = usable;
		}
		Browser browser = new Browser(usable, view);
		this.opened = browser;
		return browser;
	}

	private ChromeOptions options() {
		ChromeOptions options = new ChromeOptions();
		options.setBinary(this.chromium.browser().toFile());
		options.addArguments(
				// No host has an address but this machine: a request to another one
				// fails,
				// which the console shows, and no dialog opens.
				"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--lang=en-US", "--window-size=1300,1000",
				"--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
				"--no-first-run", "--force-color-profile=srgb", "--hide-scrollbars", "--force-prefers-reduced-motion",
				"--disable-gpu",
				// Processes that nothing here needs.
				"--in-process-gpu", "--disable-extensions", "--disable-site-isolation-trials",
				"--renderer-process-limit=1", "--disable-features=SpareRendererForSitePerProcess");
		if (!"visible".equals(System.getenv("YOIL_BROWSER"))) {
			options.addArguments("--headless=new");
		}
		if ("root".equals(System.getProperty("user.name"))) {
			// Its sandbox does not work for root, the usual user in containers.
			options.addArguments("--no-sandbox");
		}
		LoggingPreferences logs = new LoggingPreferences();
		logs.enable(LogType.BROWSER, Level.ALL);
		options.setCapability("goog:loggingPrefs", logs);
		return options;
	}

	/** The one that is open, {@code null} if none is. */
	@Nullable Browser opened() {
		return this.opened;
	}

	/**
	 * Holds the browser that is open against what holds for every page, and closes it,
	 * while what it looks at is still there.
	 */
	void finish() {
		if (this.opened != null) {
			this.opened.verify();
			quit();
		}
	}

	/**
	 * Closes the browser that is open; another can be opened afterwards.
	 */
	void quit() {
		Browser closed = this.opened;
		this.opened = null;
		if (closed == null) {
			return;
		}
		try {
			closed.driver().startAnew();
		}
		catch (WebDriverException ex) {
			// It cannot forget, such as where a dialog is in the way.
			this.session = null;
			closed.driver().quit();
		}
	}

	@Override
	public void close() {
		Runtime.getRuntime().removeShutdownHook(this.atExit);
		end();
	}

	private void end() {
		try {
			if (this.session != null) {
				this.session.quit();
			}
		}
		finally {
			this.driver.stop();
			try {
				FileSystemUtils.deleteRecursively(this.files);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

}
