package dev.yoil.lab.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import dev.yoil.lab.LabException;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Chart;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The cost of single cache operations, as {@code bench/caches.sh} measured it and wrote
 * it to {@code bench/results/caches.json}.
 */
final class CacheOperations {

	static final Stored EXPERIMENT = new Stored("caches", "What does a single operation of a cache cost?",
			CacheOperations::answer);

	private static final String FILE = "bench/results/caches.json";

	private static final String COMMAND = "bench/caches.sh";

	private static final Map<String, String> OPERATIONS = Arms.ordered("COMPUTE", "compute (get with loader)", "GET",
			"read (get, hit)", "MIXED", "75 % read, 25 % write", "PUT", "write (put)", "MISS_AND_PUT",
			"miss, then write");

	private static final Map<String, String> CACHES = Arms.ordered("OURS", "EhCacheCache (ours)", "NATIVE", "Ehcache 3",
			"JCACHE", "JCacheCache", "CAFFEINE", "CaffeineCache", "MAP", "ConcurrentMapCache");

	private CacheOperations() {
	}

	private static Answer answer(Path checkout) {
		JsonNode measurement = read(checkout.resolve(FILE));
		List<Integer> threads = StreamSupport.stream(measurement.path("cells").spliterator(), false)
			.map((cell) -> cell.path("threads").asInt(0))
			.distinct()
			.sorted()
			.toList();
		if (threads.isEmpty()) {
			throw new LabException("%s has no measurement: run %s first".formatted(FILE, COMMAND));
		}
		List<Table> tables = new ArrayList<>();
		List<Chart> charts = new ArrayList<>();
		for (int count : threads) {
			String title = "Time per operation, " + ((count == 1) ? "1 thread" : count + " threads");
			tables.add(table(measurement, count, title + ", in ns"));
			charts.add(chart(measurement, count, title));
		}
		Noise read = of(measurement, "GET", threads.get(0), "OURS");
		Noise ehcache = of(measurement, "GET", threads.get(0), "NATIVE");
		String headline = "A read takes %s ns with our cache, %s ns with Ehcache 3%s".formatted(read.brief(),
				ehcache.brief(), ehcache.end(read));
		String source = "Measured on %s, %s. Run %s for new figures, about 15 minutes.".formatted(
				measurement.path("day").asString("an unknown day"),
				measurement.path("machine").asString("an unknown machine"), COMMAND);
		return new Answer(headline, List.of(Findings.UNPUBLISHED, source), List.copyOf(tables), List.copyOf(charts));
	}

	private static JsonNode read(Path file) {
		try {
			return JsonMapper.shared().readTree(Files.readString(file));
		}
		catch (IOException ex) {
			throw new LabException("%s cannot be read: run %s first".formatted(FILE, COMMAND), ex);
		}
		catch (JacksonException ex) {
			throw new LabException("%s is not JSON: run %s again".formatted(FILE, COMMAND), ex);
		}
	}

	private static Table table(JsonNode measurement, int threads, String title) {
		List<String> columns = new ArrayList<>(List.of(""));
		columns.addAll(CACHES.values());
		List<List<String>> rows = new ArrayList<>();
		OPERATIONS.forEach((operation, name) -> {
			List<String> row = new ArrayList<>(List.of(name));
			CACHES.keySet().forEach((cache) -> row.add(of(measurement, operation, threads, cache).text()));
			rows.add(List.copyOf(row));
		});
		return new Table(title, List.copyOf(columns), List.copyOf(rows));
	}

	private static Chart chart(JsonNode measurement, int threads, String title) {
		List<String> operations = List.copyOf(OPERATIONS.keySet());
		List<Chart.Bar> bars = new ArrayList<>();
		CACHES.forEach((cache, name) -> bars
			.add(Findings.bar(name, operations, (operation) -> of(measurement, operation, threads, cache))));
		return new Chart.Bars(title, "ns per operation", List.copyOf(OPERATIONS.values()), List.copyOf(bars), true);
	}

	/** Returns the elapsed time per operation of one thread, in nanoseconds. */
	private static Noise of(JsonNode measurement, String operation, int threads, String cache) {
		for (JsonNode cell : measurement.path("cells")) {
			if (operation.equals(cell.path("operation").asString("")) && cell.path("threads").asInt(0) == threads
					&& cache.equals(cell.path("cache").asString(""))) {
				return Noise.of(StreamSupport.stream(cell.path("elapsed").spliterator(), false)
					.map((value) -> value.asDouble(Double.NaN))
					.toList());
			}
		}
		return Noise.of(List.of());
	}

}
