package dev.yoil.lab.service;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * What Prometheus' text format says: figures with a name and labels. Immutable. Lines
 * that are not understood are left out, as are comments and figures that are no number.
 */
final class Metrics {

	private final Map<String, List<Figure>> figures;

	private Metrics(Map<String, List<Figure>> figures) {
		this.figures = figures;
	}

	static Metrics parse(String text) {
		Map<String, List<Figure>> figures = new HashMap<>();
		text.lines().filter((line) -> !line.isBlank() && !line.startsWith("#")).forEach((line) -> {
			Line read = new Line(line);
			if (read.understood() && !Double.isNaN(read.value)) {
				figures.computeIfAbsent(read.name, (name) -> new ArrayList<>())
					.add(new Figure(Map.copyOf(read.labels), read.value));
			}
		});
		return new Metrics(figures);
	}

	/**
	 * Adds up all figures of a name.
	 * @return empty if there is none
	 */
	OptionalDouble sum(String name) {
		return sum(name, (labels) -> true);
	}

	/**
	 * Adds up the figures of a name that have a label with a value.
	 * @return empty if there is none
	 */
	OptionalDouble sum(String name, String label, String value) {
		return sum(name, (labels) -> value.equals(labels.get(label)));
	}

	/**
	 * Adds up the figures of a name whose labels are right.
	 * @return empty if there is none
	 */
	OptionalDouble sum(String name, Predicate<Map<String, String>> right) {
		double[] values = this.figures.getOrDefault(name, List.of())
			.stream()
			.filter((figure) -> right.test(figure.labels()))
			.mapToDouble(Figure::value)
			.toArray();
		double sum = 0;
		for (double value : values) {
			sum += value;
		}
		return (values.length > 0) ? OptionalDouble.of(sum) : OptionalDouble.empty();
	}

	private record Figure(Map<String, String> labels, double value) {
	}

	/**
	 * Reads {@code name{label="value",...} figure [timestamp]} from left to right.
	 */
	private static final class Line {

		private final String text;

		private final Map<String, String> labels = new HashMap<>();

		private final String name;

		private double value;

		private int position;

		private Line(String text) {
			this.text = text;
			this.name = until("{ \t");
		}

		private boolean understood() {
			if (this.name.isEmpty() || !readLabels()) {
				return false;
			}
			String[] rest = this.text.substring(Math.min(this.position, this.text.length())).trim().split("\\s+", 2);
			try {
				this.value = number(rest[0]);
				return true;
			}
			catch (NumberFormatException ex) {
				return false;
			}
		}

		private boolean readLabels() {
			if (!at('{')) {
				return true;
			}
			this.position++;
			while (!at('}')) {
				if (this.position >= this.text.length()) {
					return false;
				}
				String label = until("=}").trim();
				this.position++;
				if (!at('"')) {
					return false;
				}
				this.labels.put(label, quoted());
				if (at(',')) {
					this.position++;
				}
			}
			this.position++;
			return true;
		}

		private String quoted() {
			StringBuilder value = new StringBuilder();
			this.position++;
			while (this.position < this.text.length() && !at('"')) {
				char next = this.text.charAt(this.position);
				if (next == '\\' && this.position + 1 < this.text.length()) {
					this.position++;
					char escaped = this.text.charAt(this.position);
					next = (escaped == 'n') ? '\n' : escaped;
				}
				value.append(next);
				this.position++;
			}
			this.position++;
			return value.toString();
		}

		private boolean at(char wanted) {
			return this.position < this.text.length() && this.text.charAt(this.position) == wanted;
		}

		private String until(String ends) {
			int begin = this.position;
			while (this.position < this.text.length() && ends.indexOf(this.text.charAt(this.position)) < 0) {
				this.position++;
			}
			return this.text.substring(begin, this.position);
		}

		private static double number(String text) {
			return switch (text) {
				case "+Inf" -> Double.POSITIVE_INFINITY;
				case "-Inf" -> Double.NEGATIVE_INFINITY;
				default -> Double.parseDouble(text);
			};
		}

	}

}
