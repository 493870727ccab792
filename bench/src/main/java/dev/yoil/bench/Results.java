package dev.yoil.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import tools.jackson.databind.json.JsonMapper;

/**
 * What was measured, where and with what.
 *
 * @param command how to measure it again
 * @param day when it began, as ISO-8601 date
 * @param machine processor, cores, memory and operating system
 * @param jdk the Java that ran it
 * @param versions the libraries
 * @param timing warm-up and measurement of each fork
 * @param cells one for each operation, number of threads and cache
 */
record Results(String command, String day, String machine, String jdk, List<String> versions, String timing,
		List<Cell> cells) {

	static final List<Integer> THREADS = List.of(1, 2);

	private static final JsonMapper JSON = JsonMapper.builder().build();

	static Results read(Path file) {
		return JSON.readValue(file.toFile(), Results.class);
	}

	void write(Path file) {
		JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), this);
	}

	Cell cell(Operation operation, int threads, Competitor cache) {
		return this.cells.stream()
			.filter((cell) -> cell.operation() == operation && cell.threads() == threads && cell.cache() == cache)
			.findFirst()
			.orElseThrow();
	}

	/**
	 * The prices of one operation, each the median of one fork.
	 *
	 * @param operation the operation
	 * @param threads how many threads did it at once
	 * @param cache the cache
	 * @param elapsed nanoseconds that passed per operation of one thread
	 * @param processor nanoseconds of processor time per operation, see
	 * {@link ProcessorTime}
	 */
	record Cell(Operation operation, int threads, Competitor cache, double[] elapsed, double[] processor) {

		double median() {
			return Results.median(this.processor);
		}

		double lowest() {
			return Arrays.stream(this.processor).min().orElseThrow();
		}

		double highest() {
			return Arrays.stream(this.processor).max().orElseThrow();
		}

		/**
		 * Returns the median ratio of the CPU times of this cell to those of another, fork by
		 * fork: the forks of one round ran next to each other.
		 */
		double ratioTo(Cell other) {
			double[] ratios = new double[this.processor.length];
			Arrays.setAll(ratios, (round) -> this.processor[round] / other.processor[round]);
			return Results.median(ratios);
		}

	}

	static double median(double[] values) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		int half = sorted.length / 2;
		return (sorted.length % 2 == 1) ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
	}

}
