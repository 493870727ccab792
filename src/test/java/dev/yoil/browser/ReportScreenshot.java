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
 * Takes the picture of the lab in docs/images: the first chart of a report. Its name
 * keeps it out of the build:
 * {@code mvn test -Dtest=ReportScreenshot -Dyoil.report=lab/results/.../report.html} runs
 * it.
 */
@ExtendWith(BrowserExtension.class)
class ReportScreenshot {

	private static final Path PICTURE = Path.of("docs", "images", "lab-before-after.png");

	/** In bytes. */
	private static final long MOST = 200_000;

	@Test
	void isTaken(Browsers browsers) throws Exception {
		Path report = Path.of(System.getProperty("yoil.report", "-Dyoil.report"));
		assertThat(report).as("name a report of the lab with -Dyoil.report=").isRegularFile();
		// No page of the service: what is asked of those need not hold for it.
		ChromiumSession driver = browsers.open(View.DESKTOP_ENGLISH).driver();
		driver.get(report.toUri().toString());
		WebElement chart = driver.findElement(By.cssSelector("[data-chart='0']"));
		await().until(() -> !chart.findElements(By.cssSelector("svg, canvas")).isEmpty());
		driver.executeScript("arguments[0].scrollIntoView()", chart);
		byte[] picture = chart.getScreenshotAs(OutputType.BYTES);
		Files.write(PICTURE, SmallPng.of(picture));
		assertThat(Files.size(PICTURE)).isLessThan(MOST);
		browsers.quit();
	}

}
