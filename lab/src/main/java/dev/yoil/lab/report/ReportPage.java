package dev.yoil.lab.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Result;

/**
 * A result as a page of one file: headline, first chart, tables, other charts, seconds,
 * runs, conditions, and the caveats at the end. The page names its scripts by their
 * hashes, so that the browser runs no other.
 */
final class ReportPage {

	/** Longer tables of runs and arms are folded. */
	private static final int ROWS = 40;

	private ReportPage() {
	}

	static String of(Result result) {
		Html library = Html.script(Template.echarts());
		Html script = Html.script(script());
		List<Html> figures = figures(result);
		Map<String, Html> pieces = new HashMap<>();
		pieces.put("hashes", new Html(hash(library) + " " + hash(script)));
		pieces.put("style", new Html(Template.read("report.css")));
		pieces.put("library", library);
		pieces.put("script", script);
		pieces.put("data", Html.json(ResultJson.rounded(PageData.of(result))));
		pieces.put("title", Html.text(result.experiment()));
		pieces.put("question", Html.text(result.question()));
		pieces.put("banner", banner(result));
		pieces.put("headline", Html.text(Facts.headline(result)));
		pieces.put("first-chart", Html.lines(figures.stream().limit(1).toList()));
		pieces.put("tables", tables(result));
		pieces.put("charts", Html.lines(figures.stream().skip(1).toList()));
		pieces.put("runs", foldable(Facts.runs(result), "runs", "run"));
		pieces.put("arms", foldable(Facts.arms(result), "arms", "arm"));
		pieces.put("facts", facts(result));
		pieces.put("caveats",
				Html.lines(Facts.caveats(result).stream().map((line) -> Html.element("li", line)).toList()));
		return Template.fill("report.html", pieces);
	}

	static Html banner(Result result) {
		String broken = result.broken();
		return (broken == null) ? Html.NOTHING : Html.element("p class=\"banner\" role=\"note\"",
				new Html("<strong>Broken off.</strong> " + Html.text(broken)));
	}

	private static Html tables(Result result) {
		List<Html> tables = new ArrayList<>();
		Answer answer = result.answer();
		if (answer != null) {
			answer.tables()
				.forEach((table) -> tables.add(tables.isEmpty() ? Tables.first(table) : Tables.of(table, "other")));
		}
		return Html.lines(tables);
	}

	private static List<Html> figures(Result result) {
		List<Html> figures = new ArrayList<>();
		Answer answer = result.answer();
		if (answer != null) {
			answer.charts().forEach((chart) -> figures.add(figure(figures.size(), chart)));
		}
		return figures;
	}

	private static Html figure(int index, Chart chart) {
		return Html.element("figure data-chart=\"" + index + "\"",
				Html.lines(List.of(Html.element("figcaption", new Html("<h3>" + Html.text(chart.title()) + "</h3>")),
						new Html("<div class=\"plot\" role=\"img\" aria-label=\"" + Html.text(ChartTables.label(chart))
								+ "\"></div>"),
						Html.element("details", Html.lines(List.of(Html.element("summary", "Figures as a table"),
								Tables.of(ChartTables.of(chart), "other")))))));
	}

	private static Html foldable(Answer.Table table, String kind, String what) {
		int rows = table.rows().size();
		String summary = (rows == 1) ? "1 " + what : rows + " " + what + "s";
		return Html.element((rows <= ROWS) ? "details open" : "details",
				Html.lines(List.of(Html.element("summary", summary), Tables.of(table, kind))));
	}

	private static Html facts(Result result) {
		List<Html> facts = new ArrayList<>();
		Facts.setting(result).forEach((what, value) -> {
			facts.add(Html.element("div", new Html(Html.element("dt", what).markup() + Html.element("dd", value))));
		});
		return Html.lines(facts);
	}

	private static String script() {
		return Stream.of("charts.js", "answer.js", "seconds.js")
			.map(Template::read)
			.collect(Collectors.joining("\n", "(() => {\n\"use strict\";\n", "})();\n"));
	}

	private static String hash(Html script) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256")
				.digest(script.markup().getBytes(StandardCharsets.UTF_8));
			return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every JVM has SHA-256", ex);
		}
	}

}
