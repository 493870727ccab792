package dev.yoil.lab.report;

import java.util.List;
import java.util.stream.Collectors;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Result;

/**
 * A result in Markdown, without charts.
 */
final class Summary {

	private static final String MARKS = "\\|`*_[]<>&#~";

	private Summary() {
	}

	static String of(Result result) {
		StringBuilder text = new StringBuilder();
		paragraph(text, "# " + escaped(result.experiment()));
		paragraph(text, escaped(result.question()));
		String broken = result.broken();
		if (broken != null) {
			paragraph(text, "> **Broken off:** " + escaped(broken));
		}
		paragraph(text, "**" + escaped(Facts.headline(result)) + "**");
		Answer answer = result.answer();
		if (answer != null) {
			answer.tables().forEach((table) -> table(text, table));
		}
		table(text, Facts.runs(result));
		table(text, Facts.arms(result));
		table(text,
				new Answer.Table("Conditions", List.of("", ""),
						Facts.setting(result)
							.entrySet()
							.stream()
							.map((fact) -> List.of(fact.getKey(), fact.getValue()))
							.toList()));
		paragraph(text, "## Caveats");
		paragraph(text,
				Facts.caveats(result).stream().map((line) -> "- " + escaped(line)).collect(Collectors.joining("\n")));
		return text.toString();
	}

	private static void paragraph(StringBuilder text, String paragraph) {
		text.append(paragraph).append("\n\n");
	}

	private static void table(StringBuilder text, Answer.Table table) {
		paragraph(text, "## " + escaped(table.title()));
		row(text, table.columns());
		text.append(table.columns().stream().map((column) -> "---").collect(Collectors.joining(" | ", "| ", " |\n")));
		table.rows().forEach((row) -> row(text, row));
		text.append('\n');
	}

	private static void row(StringBuilder text, List<String> cells) {
		text.append(cells.stream().map(Summary::escaped).collect(Collectors.joining(" | ", "| ", " |\n")));
	}

	private static String escaped(String text) {
		StringBuilder escaped = new StringBuilder();
		for (char character : text.strip().toCharArray()) {
			if (MARKS.indexOf(character) >= 0) {
				escaped.append('\\');
			}
			escaped.append(Character.isISOControl(character) ? ' ' : character);
		}
		return escaped.toString();
	}

}
