package dev.yoil.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import dev.yoil.lab.result.Answer;

/**
 * Tables of pages: each in a box that scrolls by itself, by keyboard too.
 */
final class Tables {

	private static final Pattern FIGURE = Pattern.compile("[~≈<>≤≥×+\\-−–±]? ?(\\d.*)?");

	/** Longer tables are not folded. */
	private static final int FOLDED = 8;

	private Tables() {
	}

	/**
	 * Makes a table.
	 * @param table what is in it
	 * @param kind its class in the style sheet
	 * @return the table with its title as a caption
	 */
	static Html of(Answer.Table table, String kind) {
		return box(table, kind, false);
	}

	/**
	 * Makes the table of an answer that comes first: a small one is folded on narrow
	 * screens, row by row, so that nothing of it has to be looked for.
	 * @param table what is in it
	 * @return the table with its title as a caption
	 */
	static Html first(Answer.Table table) {
		return box(table, "first", table.rows().size() <= FOLDED && table.columns().size() > 3);
	}

	private static Html box(Answer.Table table, String kind, boolean folded) {
		List<Column> columns = IntStream.range(0, table.columns().size())
			.mapToObj((column) -> new Column(table.columns().get(column),
					column > 0 && table.rows().stream().allMatch((row) -> isFigure(row, column)), folded))
			.toList();
		List<Html> heads = columns.stream().map(Column::head).toList();
		List<Html> rows = table.rows().stream().map((row) -> row(row, columns, folded)).toList();
		return new Html("""
				<div class="scroll %s" role="region" tabindex="0" aria-label="%s"><table%s>
				%s
				%s
				%s
				</table></div>""".formatted(folded ? kind + " fold" : kind, Html.text(table.title()),
				role(folded, "table"), Html.element("caption", table.title()),
				Html.element("thead", Html.element("tr", joined(heads))),
				Html.element("tbody" + role(folded, "rowgroup"), Html.lines(rows))));
	}

	private static Html row(List<String> row, List<Column> columns, boolean folded) {
		List<Html> cells = new ArrayList<>();
		for (int column = 0; column < Math.min(row.size(), columns.size()); column++) {
			cells.add((column > 0) ? columns.get(column).cell(row.get(column))
					: Html.element("th scope=\"row\"" + role(folded, "rowheader"), row.get(column)));
		}
		return Html.element("tr" + role(folded, "row"), joined(cells));
	}

	/** What is laid out as no table is said to be one. */
	private static String role(boolean folded, String role) {
		return folded ? " role=\"" + role + "\"" : "";
	}

	private static boolean isFigure(List<String> row, int column) {
		return column >= row.size() || FIGURE.matcher(row.get(column)).matches();
	}

	private static Html joined(List<Html> pieces) {
		StringBuilder markup = new StringBuilder();
		pieces.forEach(markup::append);
		return new Html(markup.toString());
	}

	/**
	 * A column.
	 *
	 * @param name its head
	 * @param figures whether all of its cells are figures
	 * @param folded whether its cells may stand below each other, each with the head
	 */
	private record Column(String name, boolean figures, boolean folded) {

		Html head() {
			return Html.element("th scope=\"col\"" + kind(), this.name);
		}

		Html cell(String text) {
			String label = this.folded ? " data-head=\"" + Html.text(this.name) + "\"" : "";
			return Html.element("td" + kind() + role(this.folded, "cell") + label, text);
		}

		private String kind() {
			return this.figures ? " class=\"figure\"" : "";
		}

	}

}
