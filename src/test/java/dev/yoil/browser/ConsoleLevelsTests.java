package dev.yoil.browser;

import java.nio.file.Files;
import java.nio.file.Path;

import dev.yoil.ehcache.internal.doctor.Rule;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Off-heap and disk tiers in the console, one of which cannot write.
 */
@ExtendWith(BrowserExtension.class)
class ConsoleLevelsTests {

	private static final String FAILING = "findWebtoonPagesByPublishDay";

	@TempDir
	private static Path folder;

	private static ConsoleService service;

	@BeforeAll
	static void start() throws Exception {
		Path file = folder.resolve("ehcache.xml");
		Files.writeString(file,
				Files.readString(Path.of("ehcache.xml"))
					.replace("data/cache", folder.toString())
					.replace("<!-- <disk", "<offheap unit=\"MB\">1</offheap><disk")
					.replace("</disk> -->", "</disk>"));
		service = ConsoleService.ofSite("--yoil.ehcache.config=" + file);
		FileSystemUtils.deleteRecursively(folder.resolve(FAILING + ".tier"));
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@SeenIn({ View.PHONE_KOREAN, View.DESKTOP_ENGLISH })
	void showsLevels(View view, Browsers browsers) throws Exception {
		service.clear();
		service.read("MONDAY");
		service.service().json("/api/v1/webtoon?publishDay=MONDAY&page=0");
		Browser browser = browsers.open(view);
		Console console = Console.open(browser, service, ConsoleService.LISTS).shows("MONDAY");
		browser.await("a failure of a disk", () -> browser.texts("[data-testid=problem]").size() == 1);
		assertThat(browser.texts("[data-testid=problem]").get(0)).contains(FAILING)
			.contains(view.in("디스크 계층", "disk tier"));
		assertThat(browser.texts("[data-testid=level] h3"))
			.containsExactly(view.in("힙, 오프힙, 디스크", "Heap, Off-heap, Disk").split(", "));
		browser.check("levels");
		String before = figures();
		browser.click(console.open("MONDAY"));
		browser.await("its levels", () -> browser.texts("[data-testid=entry-detail] .facts dd")
			.contains(view.in("힙, 오프힙, 디스크", "Heap, Off-heap, Disk")));
		browser.check("the levels of an entry");
		assertThat(figures()).isEqualTo(before);
		Console.open(browser, service, FAILING);
		browser.await("a finding",
				() -> browser.attributes("[data-testid=finding]", "data-rule").contains(Rule.TIER_FAILING.name()));
		assertThat(browser.texts("[data-testid=finding] code")).contains(Rule.TIER_FAILING.name());
		assertThat(browser.texts("[data-testid=level] .alarming")).hasSize(1);
		browser.check("a disk that fails");
	}

	private static String figures() throws Exception {
		JsonNode cache = service.look(ConsoleService.LISTS);
		return cache.get("levels") + " " + cache.get("statistics");
	}

}
