package dev.yoil.lab.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Result;

/**
 * A result as a text in Markdown, without its charts.
 */
final class Summary {

	private static final String MARKS = "\\|`*_[]<>&#~";

	private final StringBuilder text = new StringBuilder();

	private Summary() {
	}

	/**
	 * Makes the text.
	 * @param result of which experiment
	 * @return Markdown
	 */
	static String of(Result result) {
		Summary summary = new Summary();
		summary.head(result);
		Answer answer = result.answer();
		if (answer != null) {
			answer.tables().forEach(summary::table);
		}
		if (!result.warnings().isEmpty()) {
			summary.paragraph("## Know before you believe it");
			summary.list(result.warnings());
		}
		summary.table(Facts.runs(result));
		summary.table(Facts.arms(result));
		summary.paragraph("## Where and how");
		Map<String, String> setting = Facts.setting(result);
		summary.rows(List.of("What", "It is"),
				setting.entrySet().stream().map((fact) -> List.of(fact.getKey(), fact.getValue())).toList());
		return summary.text.toString();
	}

	private void head(Result result) {
		paragraph("# " + escaped(result.experiment()));
		paragraph(escaped(result.question()));
		String broken = result.broken();
		if (broken != null) {
			paragraph("> **Broken off:** " + escaped(broken));
		}
		paragraph("**" + escaped(Facts.sentence(result)) + "**");
		list(Facts.notes(result));
	}

	private void table(Answer.Table table) {
		paragraph("## " + escaped(table.title()));
		rows(table.columns(), table.rows());
	}

	private void rows(List<String> columns, List<List<String>> rows) {
		row(columns);
		row(columns.stream().map((column) -> "---").toList(), false);
		rows.forEach(this::row);
		this.text.append('\n');
	}

	private void row(List<String> cells) {
		row(cells, true);
	}

	private void row(List<String> cells, boolean escape) {
		this.text.append(cells.stream()
			.map((cell) -> escape ? escaped(cell) : cell)
			.collect(Collectors.joining(" | ", "| ", " |\n")));
	}

	private void list(List<String> lines) {
		paragraph(lines.stream().map((line) -> "- " + escaped(line)).collect(Collectors.joining("\n")));
	}

	private void paragraph(String paragraph) {
		this.text.append(paragraph).append("\n\n");
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
