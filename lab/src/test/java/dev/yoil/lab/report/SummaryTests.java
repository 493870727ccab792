package dev.yoil.lab.report;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SummaryTests {

	@Test
	void tellsTheAnswerThenTheTablesThenTheRest() {
		assertThat(Summary.of(Fixtures.beforeAfter())).containsSubsequence("# before-after\n",
				"**With the cache the service gave 12.4 times", "## Published, and here\n",
				"| Mean TPS | 247.4 | 230.8 |", "## Every run", "| 1 | cache-off |  | 1 |", "| 4 | cache-off |  | 2 |",
				"## Arms", "| cache-on | Cache on | 10 | ehcache |", "## Conditions",
				"| Processor | Example CPU 3000 @ 2.4 GHz |", "## Caveats\n", "- The generator used 0.9");
	}

	@Test
	void hostileTextsKeepTablesWhole() {
		String summary = Summary.of(Fixtures.broken());
		assertThat(summary).contains("> **Broken off:** stopped by Ctrl-C \\<script\\>")
			.contains("**No answer")
			.doesNotContain("<script>");
		List<String> lines = summary.lines().toList();
		for (int line = 1; line < lines.size(); line++) {
			if (lines.get(line).startsWith("| ") && lines.get(line - 1).startsWith("| ")) {
				assertThat(cells(lines.get(line))).as(lines.get(line)).isEqualTo(cells(lines.get(line - 1)));
			}
		}
	}

	private static long cells(String line) {
		return line.replaceAll("\\\\.", "").chars().filter((character) -> character == '|').count();
	}

}
