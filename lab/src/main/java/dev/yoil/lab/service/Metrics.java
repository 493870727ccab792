package dev.yoil.lab.service;

import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * Metrics in Prometheus' text format. Lines of another form and values that are not
 * finite are left out.
 *
 * @param lines one per name and labels
 */
record Metrics(List<Line> lines) {

	private static final Pattern LINE = Pattern.compile("([\\w:]+)(\\{.*})? (-?[0-9.][0-9.eE+-]*)( \\d+)?");

	/** A metric; labels are as they are in the text. */
	record Line(String name, String labels, double value) {
	}

	static Metrics parse(String text) {
		return new Metrics(text.lines()
			.map(LINE::matcher)
			.filter(Matcher::matches)
			.map((line) -> new Line(line.group(1), (line.group(2) != null) ? line.group(2) : "",
					Double.parseDouble(line.group(3))))
			.toList());
	}

	/** Returns the sum of a name's values whose labels match; empty without any. */
	OptionalDouble sum(String name, Pattern labels) {
		double[] values = this.lines.stream()
			.filter((line) -> line.name().equals(name) && labels.matcher(line.labels()).find())
			.mapToDouble(Line::value)
			.toArray();
		return (values.length > 0) ? OptionalDouble.of(DoubleStream.of(values).sum()) : OptionalDouble.empty();
	}

}
