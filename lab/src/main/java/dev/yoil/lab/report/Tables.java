package dev.yoil.lab.report;

import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.yoil.lab.result.Answer;

/**
 * Tables of pages, each in a box that scrolls by itself, also by keyboard.
 */
final class Tables {

	private static final Pattern FIGURE = Pattern.compile("[~≈<>≤≥×+\\-−–±]? ?(\\d.*)?");

	/** Longer tables are not folded. */
	private static final int FOLDED = 8;

	private Tables() {
	}

	static Html of(Answer.Table table, String kind) {
		return box(table, kind, false);
	}

	/** Returns the first table of an answer; narrow screens fold it if it is small. */
	static Html first(Answer.Table table) {
		return box(table, "first", table.rows().size() <= FOLDED && table.columns().size() > 3);
	}

	private static Html box(Answer.Table table, String kind, boolean folded) {
		List<Boolean> figures = IntStream.range(0, table.columns().size())
			.mapToObj((column) -> column > 0
					&& table.rows().stream().allMatch((row) -> FIGURE.matcher(row.get(column)).matches()))
			.toList();
		Html head = joined(table.columns().size(), (column) -> Html
			.element("th scope=\"col\"" + figure(figures.get(column)), table.columns().get(column)));
		List<Html> rows = table.rows()
			.stream()
			.map((row) -> Html.element(
					"tr" + role(folded,
							"row"),
					joined(row.size(), (column) -> (column == 0)
							? Html.element("th scope=\"row\"" + role(folded, "rowheader"), row.get(0))
							: Html.element("td" + figure(figures.get(column)) + role(folded, "cell")
									+ (folded ? " data-head=\"" + Html.text(table.columns().get(column)) + "\"" : ""),
									row.get(column)))))
			.toList();
		return new Html("""
				<div class="scroll %s" role="region" tabindex="0" aria-label="%s"><table%s>
				%s
				%s
				%s
				</table></div>""".formatted(folded ? kind + " fold" : kind, Html.text(table.title()),
				role(folded, "table"), Html.element("caption", table.title()),
				Html.element("thead", Html.element("tr", head)),
				Html.element("tbody" + role(folded, "rowgroup"), Html.lines(rows))));
	}

	private static Html joined(int columns, IntFunction<Html> cell) {
		return new Html(IntStream.range(0, columns).mapToObj(cell).map(Html::markup).collect(Collectors.joining()));
	}

	private static String figure(boolean figure) {
		return figure ? " class=\"figure\"" : "";
	}

	/** Folded tables are not laid out as tables, and so need roles. */
	private static String role(boolean folded, String role) {
		return folded ? " role=\"" + role + "\"" : "";
	}

}
