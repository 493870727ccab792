package dev.yoil.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The alert rules and the dashboard in {@code monitoring}. {@code MetricsTests} checks
 * their metrics.
 */
class MonitoringFilesTests {

	@Test
	void theRunbookHasARowForEachAlert() throws IOException {
		String rules = Files.readString(Path.of("monitoring/alerts.yml"));
		List<String> alerts = found("- alert: (\\w+)", rules);
		assertThat(alerts).hasSizeGreaterThan(5).doesNotHaveDuplicates();
		assertThat(found("runbook_url: (.*)", rules)).hasSameSizeAs(alerts).containsOnly("docs/runbook.md#alerts");
		String section = Files.readString(Path.of("docs/runbook.md")).split("(?m)^## Alerts$", 2)[1];
		assertThat(found("(?m)^\\| `(\\w+)` \\|", section)).containsExactlyInAnyOrderElementsOf(alerts);
	}

	@Test
	void eachAlertIsTested() throws IOException {
		String tests = Files.readString(Path.of("monitoring/alerts-test.yml"));
		assertThat(found("- alertname: (\\w+)", tests)).containsExactlyInAnyOrderElementsOf(
				found("- alert: (\\w+)", Files.readString(Path.of("monitoring/alerts.yml"))));
	}

	@Test
	void eachPanelHasANumberAndReadsTheSelectedDataSource() throws IOException {
		List<JsonNode> panels = new JsonMapper().readTree(Path.of("monitoring/dashboard.json"))
			.get("panels")
			.values()
			.stream()
			.toList();
		assertThat(panels).hasSizeGreaterThan(10)
			.extracting((panel) -> panel.get("id").asInt())
			.doesNotHaveDuplicates();
		assertThat(panels).filteredOn((panel) -> !panel.get("type").asString().equals("row"))
			.allSatisfy((panel) -> assertThat(panel.get("targets")).isNotEmpty()
				.allSatisfy(
						(target) -> assertThat(target.at("/datasource/uid").asString()).isEqualTo("${datasource}")));
	}

	private static List<String> found(String pattern, String text) {
		return Pattern.compile(pattern).matcher(text).results().map((match) -> match.group(1)).toList();
	}

}
