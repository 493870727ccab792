package dev.yoil.lab.report;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Result;

/**
 * A page with the headlines of several experiments and links to their reports.
 */
final class IndexPage {

	private IndexPage() {
	}

	static String of(List<Result> results, List<Path> folders, Path folder) {
		List<Html> reports = new ArrayList<>();
		for (int index = 0; index < results.size(); index++) {
			reports.add(report(results.get(index), link(folders.get(index), folder)));
		}
		long broken = results.stream().filter((result) -> result.broken() != null).count();
		String count = (results.size() == 1) ? "1 experiment" : results.size() + " experiments";
		return Template.fill("index.html",
				Map.of("style", new Html(Template.read("report.css")), "reports", Html.lines(reports), "count",
						Html.text((broken > 0) ? count + ", of which " + broken + " broken off" : count), "machine",
						machine(results)));
	}

	private static Html machine(List<Result> results) {
		return Html.lines(results.stream()
			.map(Result::machine)
			.distinct()
			.map((machine) -> Html.element("li",
					"%s, %d CPUs, %s MiB, %s, %s, commit %s, %s".formatted(machine.processor(), machine.processors(),
							Figures.count(machine.memory()), machine.system(), machine.jvm(), machine.commit(),
							machine.generator())))
			.toList());
	}

	private static Html report(Result result, String link) {
		List<Html> lines = new ArrayList<>();
		lines.add(Html.element("h2", new Html("<a href=\"" + Html.text(link) + "\">" + Html.text(result.experiment())
				+ "</a>" + ((result.broken() != null) ? " <span class=\"mark\">broken off</span>" : ""))));
		lines.add(Html.element("p class=\"question\"", result.question()));
		lines.add(ReportPage.banner(result));
		lines.add(Html.element("p class=\"sentence\"", Facts.headline(result)));
		Answer answer = result.answer();
		if (answer != null && !answer.tables().isEmpty()) {
			lines.add(Tables.first(answer.tables().get(0)));
		}
		return Html.element("article class=\"card\"", Html.lines(lines));
	}

	private static String link(Path report, Path folder) {
		Path relative = folder.toAbsolutePath().normalize().relativize(report.toAbsolutePath().normalize());
		return StreamSupport.stream(relative.resolve("report.html").spliterator(), false)
			.map((name) -> URLEncoder.encode(name.toString(), StandardCharsets.UTF_8).replace("+", "%20"))
			.collect(Collectors.joining("/"));
	}

}
