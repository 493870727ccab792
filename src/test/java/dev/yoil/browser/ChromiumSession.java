package dev.yoil.browser;

import java.net.URL;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.remote.CommandInfo;
import org.openqa.selenium.remote.HttpCommandExecutor;
import org.openqa.selenium.remote.RemoteWebDriver;
import org.openqa.selenium.remote.http.HttpMethod;

/**
 * A Chromium started by a driver that outlives it, where Selenium's own class ends the
 * driver with the browser.
 */
final class ChromiumSession extends RemoteWebDriver {

	private static final String CDP = "executeCdpCommand";

	ChromiumSession(URL driver, ChromeOptions options) {
		super(new HttpCommandExecutor(
				Map.of(CDP, new CommandInfo("/session/:sessionId/goog/cdp/execute", HttpMethod.POST)), driver),
				options);
	}

	/**
	 * Forgets all that was seen, asked, stored and set, as a browser that was nowhere
	 * yet: what belongs to a tab goes with the tabs, and the rest is cleared.
	 */
	void startAnew() {
		Set<String> used = getWindowHandles();
		switchTo().newWindow(WindowType.TAB);
		String unused = getWindowHandle();
		for (String tab : used) {
			switchTo().window(tab);
			close();
		}
		switchTo().window(unused);
		cdp("Network.clearBrowserCookies", Map.of());
		cdp("Network.clearBrowserCache", Map.of());
		cdp("Storage.clearDataForOrigin", Map.of("origin", "*", "storageTypes", "all"));
		// Reading it empties it.
		manage().logs().get(LogType.BROWSER);
	}

	void resize(View view) {
		cdp("Emulation.setDeviceMetricsOverride",
				Map.of("width", view.width(), "height", view.height(), "deviceScaleFactor", 1, "mobile", view.phone()));
	}

	/** What it calls itself. */
	String userAgent() {
		return (String) Objects.requireNonNull(cdp("Browser.getVersion", Map.of()).get("userAgent"));
	}

	/**
	 * Sends a command of the Chrome DevTools Protocol to the page.
	 */
	@SuppressWarnings("unchecked") // Every answer of the protocol is an object.
	Map<String, Object> cdp(String command, Map<String, ?> parameters) {
		return (Map<String, Object>) execute(CDP, Map.of("cmd", command, "params", parameters)).getValue();
	}

}
