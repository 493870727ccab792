package dev.yoil.browser;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service goes away and comes back while an engineer looks.
 */
@ExtendWith(BrowserExtension.class)
class ConsoleOutageTests {

	@Test
	void theServerIsLostAndFoundAgain(@TempDir Path folder, Browsers browsers) throws Exception {
		Browser browser = browsers.open(View.PHONE_ENGLISH);
		browser.expect("net::ERR_CONNECTION_REFUSED");
		browser.expect("net::ERR_CONNECTION_RESET");
		browser.expect("net::ERR_EMPTY_RESPONSE");
		Console console;
		int port;
		try (ConsoleService service = ConsoleService.start(folder)) {
			port = service.service().port();
			service.read("MONDAY");
			console = Console.open(browser, service, ConsoleService.LISTS).shows("MONDAY");
		}
		console.is("lost").shows("MONDAY");
		browser.check("without a server");
		try (ConsoleService service = ConsoleService.start(folder, "--server.port=" + port)) {
			console.is("live").shows();
			service.read("TUESDAY");
			console.shows("TUESDAY");
			browser.check("with a server again");
		}
	}

}
