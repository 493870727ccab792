package dev.yoil.browser;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Takes a picture of a report of the lab for docs/images: its first chart. Its name keeps
 * it out of the build:
 * {@code mvn test -Dtest=ReportScreenshot -Dyoil.report=lab/results/<time>-<experiment>/report.html}
 * runs it.
 */
@ExtendWith(BrowserExtension.class)
class ReportScreenshot {

	private static final Path PICTURES = Path.of("docs", "images");

	/** In bytes. */
	private static final long MOST = 200_000;

	@Test
	void isTaken(Browsers browsers) throws Exception {
		Path report = Path.of(System.getProperty("yoil.report", "-Dyoil.report"));
		assertThat(report).as("name a report of the lab with -Dyoil.report=").isRegularFile();
		String folder = report.toAbsolutePath().getParent().getFileName().toString();
		Path picture = PICTURES.resolve("lab-" + folder.replaceFirst("\\d+-\\d+-", "") + ".png");
		// No page of the service: what is asked of those need not hold for it.
		ChromiumSession driver = browsers.open(View.DESKTOP_ENGLISH).driver();
		driver.get(report.toUri().toString());
		WebElement chart = driver.findElement(By.cssSelector("[data-chart='0']"));
		await().until(() -> !chart.findElements(By.cssSelector("svg, canvas")).isEmpty());
		driver.executeScript("arguments[0].scrollIntoView()", chart);
		Files.write(picture, SmallPng.of(chart.getScreenshotAs(OutputType.BYTES)));
		assertThat(Files.size(picture)).isLessThan(MOST);
		browsers.quit();
	}

}
