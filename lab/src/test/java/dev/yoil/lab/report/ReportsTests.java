package dev.yoil.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.yoil.lab.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ReportsTests {

	@TempDir
	private Path folder;

	@Test
	void writesAllFilesAndNothingElse() throws IOException {
		Path deep = this.folder.resolve("results/before-after");
		Reports.write(Fixtures.beforeAfter(), deep);
		try (Stream<Path> files = Files.list(deep)) {
			assertThat(files.map((file) -> file.getFileName().toString())).containsExactlyInAnyOrder("report.html",
					"summary.md", "result.json");
		}
	}

	@Test
	void leavesNothingBehindIfAFileCannotBeWritten() throws IOException {
		Files.createDirectories(this.folder.resolve("summary.md/in-the-way"));
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> Reports.write(Fixtures.beforeAfter(), this.folder));
		try (Stream<Path> files = Files.list(this.folder)) {
			assertThat(files.map((file) -> file.getFileName().toString())).noneMatch((name) -> name.startsWith("."));
		}
	}

	@Test
	void indexLeadsToEveryReport() throws IOException {
		List<Path> folders = List.of(this.folder.resolve("a b#1"), this.folder.resolve("all/../second"));
		Reports.index(List.of(Fixtures.beforeAfter(), Fixtures.broken()), folders, this.folder.resolve("all"));
		assertThat(this.folder.resolve("all/index.html")).content()
			.contains("<a href=\"../a%20b%231/report.html\">before-after</a>")
			.contains("<a href=\"../second/report.html\">outage</a> <span class=\"mark\">broken off</span>")
			.contains("2 experiments, of which 1 broken off")
			.contains(Html.text(Facts.headline(Fixtures.beforeAfter())).markup())
			.contains("12.4 (± 0.3)")
			.contains("No answer")
			.doesNotContain("alert(1)</script>")
			.doesNotContain("<script");
	}

	@Test
	void pagesFetchNothing() throws IOException {
		for (Result result : List.of(Fixtures.beforeAfter(), Fixtures.broken())) {
			Reports.write(result, this.folder);
			String page = Files.readString(this.folder.resolve("report.html")).replace(Template.echarts(), "");
			assertThat(references(page))
				.allMatch((reference) -> reference.startsWith("#") || reference.equals("data:,"));
			assertThat(page).doesNotContain("http://", "https://", "@import", "import(", "fetch(", "XMLHttpRequest");
		}
	}

	private static List<String> references(String page) {
		List<String> references = new ArrayList<>();
		Pattern.compile("(?i)\\b(?:src|href|srcset|action|poster|data)\\s*=\\s*\"([^\"]*)\"|url\\(([^)]*)\\)")
			.matcher(page)
			.results()
			.forEach((match) -> references.add((match.group(1) != null) ? match.group(1) : match.group(2)));
		assertThat(references).isNotEmpty();
		return references;
	}

}
