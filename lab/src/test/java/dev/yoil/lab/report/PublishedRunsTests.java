package dev.yoil.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.yoil.lab.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class PublishedRunsTests {

	private static final Path ROOT = Path.of("..");

	private static final long LARGEST = 200_000;

	@TempDir
	private Path folder;

	/** What of the repository quotes what the lab has measured. */
	@Test
	void documentsSayWhatWasMeasured() throws IOException {
		for (String document : List.of("README.md", "README.ko.md", "docs/results.md",
				"docs/library/several-instances.md")) {
			Path file = ROOT.resolve(document);
			if (Files.exists(file)) {
				assertThat(QuotedNumbers.wrong(file, ROOT.resolve("lab/published-runs"))).as(document).isEmpty();
			}
		}
	}

	@Test
	void resultsQuoteEveryNumber() throws IOException {
		Path file = ROOT.resolve("docs/results.md");
		if (Files.exists(file)) {
			assertThat(QuotedNumbers.unquoted(file)).isEmpty();
		}
	}

	@Test
	void publishedRunsAreWholeSmallAndFull() throws IOException {
		try (Stream<Path> files = Files.list(ROOT.resolve("lab/published-runs"))) {
			for (Path file : files.filter((each) -> each.toString().endsWith(".json")).toList()) {
				Result result = Reports.read(file);
				assertThat(file).hasFileName(result.experiment() + ".json");
				assertThat(Files.size(file)).isLessThan(LARGEST);
				assertThat(result.mode()).isEqualTo("full");
				assertThat(result.broken()).isNull();
				assertThat(result.machine().commit()).doesNotEndWith("-dirty");
			}
		}
	}

	@Test
	void keepsWhatIsQuotedAndLeavesOutWhatIsLarge() throws IOException {
		Result whole = Fixtures.beforeAfter();
		Path file = PublishedRuns.write(whole, this.folder);
		assertThat(file).hasFileName("before-after.json");
		Result small = Reports.read(file);
		assertThat(Summary.of(small)).isNotEmpty();
		assertThat(small.answer().tables()).isEqualTo(whole.answer().tables());
		assertThat(small.runs()).allMatch((run) -> run.load().seconds().isEmpty() && run.samples().isEmpty())
			.extracting((run) -> run.load().total())
			.containsExactlyElementsOf(whole.runs().stream().map((run) -> run.load().total()).toList());
	}

}
