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
import org.jspecify.annotations.Nullable;

/**
 * A result as a page that needs nothing but itself. Its scripts are named by their
 * hashes: no other is run, whatever gets into the page.
 */
final class ReportPage {

	/** Longer tables of runs and arms are folded. */
	private static final int ROWS = 40;

	private ReportPage() {
	}

	/**
	 * Makes the page.
	 * @param result of which experiment
	 * @return HTML
	 */
	static String of(Result result) {
		Html library = Html.script(Template.echarts());
		Html script = Html.script(script());
		Map<String, Html> pieces = new HashMap<>();
		pieces.put("hashes", new Html(hash(library) + " " + hash(script)));
		pieces.put("style", new Html(Template.read("report.css")));
		pieces.put("library", library);
		pieces.put("script", script);
		pieces.put("data", Html.json(ResultJson.rounded(PageData.of(result))));
		pieces.put("title", Html.text(result.experiment()));
		pieces.put("question", Html.text(result.question()));
		pieces.put("meta", meta(result));
		pieces.put("banner", banner(result));
		pieces.put("sentence", Html.text(Facts.sentence(result)));
		pieces.put("notes", Html.lines(Facts.notes(result).stream().map((note) -> Html.element("li", note)).toList()));
		pieces.put("tables", tables(result.answer()));
		pieces.put("warnings", warnings(result));
		pieces.put("charts", charts(result.answer()));
		pieces.put("runs", foldable(Facts.runs(result), "runs", "run"));
		pieces.put("arms", foldable(Facts.arms(result), "arms", "arm"));
		pieces.put("facts", facts(result));
		return Template.fill("report.html", pieces);
	}

	/**
	 * Says when and how much was run.
	 * @param result of which experiment
	 * @return items of a list
	 */
	static Html meta(Result result) {
		int runs = result.runs().size();
		return Html.lines(List.of(Html.element("li", result.mode()),
				Html.element("li", Figures.time(result.started()).substring(0, 16)),
				Html.element("li", Figures.duration(result.took())),
				Html.element("li", (runs == 1) ? "1 run" : runs + " runs"),
				Html.element("li", result.machine().processors() + " processors"),
				Html.element("li", "commit " + shortened(result.machine().commit()))));
	}

	/**
	 * Says that an experiment was broken off.
	 * @param result of which experiment
	 * @return nothing if it was not
	 */
	static Html banner(Result result) {
		String broken = result.broken();
		return (broken == null) ? Html.NOTHING : Html.element("p class=\"banner\" role=\"note\"",
				new Html("<strong>Broken off.</strong> " + Html.text(broken)));
	}

	private static Html tables(@Nullable Answer answer) {
		List<Html> tables = new ArrayList<>();
		if (answer != null) {
			answer.tables()
				.forEach((table) -> tables.add(tables.isEmpty() ? Tables.first(table) : Tables.of(table, "other")));
		}
		return Html.lines(tables);
	}

	private static Html warnings(Result result) {
		if (result.warnings().isEmpty()) {
			return Html.NOTHING;
		}
		List<Html> items = result.warnings().stream().map((warning) -> Html.element("li", warning)).toList();
		return Html.element("section class=\"warnings\" aria-labelledby=\"know\"", Html.lines(List
			.of(Html.element("h2 id=\"know\"", "Know before you believe it"), Html.element("ul", Html.lines(items)))));
	}

	private static Html charts(@Nullable Answer answer) {
		if (answer == null || answer.charts().isEmpty()) {
			return Html.NOTHING;
		}
		List<Html> figures = new ArrayList<>();
		figures.add(Html.element("h2 id=\"charts\"", "What it looks like"));
		for (int index = 0; index < answer.charts().size(); index++) {
			figures.add(figure(index, answer.charts().get(index)));
		}
		return Html.element("section class=\"charts\" aria-labelledby=\"charts\"", Html.lines(figures));
	}

	private static Html figure(int index, Chart chart) {
		return Html.element("figure data-chart=\"" + index + "\"",
				Html.lines(List.of(Html.element("figcaption", new Html("<h3>" + Html.text(chart.title()) + "</h3>")),
						new Html("<div class=\"plot\" role=\"img\" aria-label=\"" + Html.text(ChartTables.label(chart))
								+ "\"></div>"),
						Html.element("details", Html.lines(List.of(Html.element("summary", "The figures as a table"),
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

	private static String shortened(String commit) {
		return commit.replaceFirst("^([0-9a-f]{8})[0-9a-f]+", "$1");
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
