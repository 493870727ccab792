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

	/** A quick run, which documents must not quote. */
	private static final Path QUICK = Path.of("src/test/resources/dev/yoil/lab/report/before-after.json");

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
				Result result = new FileReports().read(file);
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
		Result small = new FileReports().read(file);
		assertThat(Summary.of(small)).isNotEmpty();
		assertThat(small.answer().tables()).isEqualTo(whole.answer().tables());
		assertThat(small.runs()).allMatch((run) -> run.load().seconds().isEmpty() && run.samples().isEmpty())
			.extracting((run) -> run.load().total())
			.containsExactlyElementsOf(whole.runs().stream().map((run) -> run.load().total()).toList());
	}

	@Test
	void findsANumberThatWasNotMeasured() throws IOException {
		Path runs = Files.createDirectories(this.folder.resolve("runs"));
		Result quick = new FileReports().read(QUICK);
		PublishedRuns.write(new Result(quick.experiment(), quick.question(), "full", quick.started(), quick.took(),
				quick.machine(), quick.model(), quick.arms(), quick.runs(), quick.answer(), quick.warnings(), null),
				runs);
		String median = quick.answer().tables().get(0).rows().get(0).get(5).split(" ", -1)[0];
		assertThat(wrong("<!-- lab: before-after -->\nWith caches " + median + " of `1234` a second.\n<!-- /lab -->\n7",
				runs))
			.isEmpty();
		assertThat(wrong("<!-- lab: before-after -->With caches " + median + "9 a second<!-- /lab -->", runs))
			.containsExactly("before-after does not say " + median + "9");
		assertThat(wrong("<!-- lab: before-after -->" + median, runs))
			.containsExactly("a mark has no end, or no beginning");
		assertThat(wrong("<!-- lab: pool -->5<!-- /lab -->", runs)).containsExactly("pool has no result");
		assertThat(QuotedNumbers.unquoted(
				document("# 0\n<!-- lab: pool -->5<!-- /lab --> and 6,500.5, [a](b/7.md)\n## Other measurements\n8")))
			.containsExactly("6,500.5");
	}

	@Test
	void refusesAQuickRun() throws IOException {
		Path runs = Files.createDirectories(this.folder.resolve("runs"));
		PublishedRuns.write(new FileReports().read(QUICK), runs);
		assertThat(wrong("<!-- lab: before-after -->some<!-- /lab -->", runs))
			.containsExactly("before-after was not run in full");
	}

	private List<String> wrong(String text, Path runs) throws IOException {
		return QuotedNumbers.wrong(document(text), runs);
	}

	private Path document(String text) throws IOException {
		return Files.writeString(this.folder.resolve("document.md"), text);
	}

}
