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
 * What single cache operations cost, as {@code bench/caches.sh} measured it and left it
 * in {@code bench/results/caches.json}.
 */
final class CacheOperations implements Tabled {

	private static final String FILE = "bench/results/caches.json";

	private static final String COMMAND = "bench/caches.sh";

	private static final Map<String, String> OPERATIONS = Arms.ordered("COMPUTE", "compute (get with loader)", "GET",
			"read (get, hit)", "MIXED", "75 % read, 25 % write", "PUT", "write (put)", "MISS_AND_PUT",
			"miss, then write");

	private static final Map<String, String> CACHES = Arms.ordered("OURS", "EhCacheCache (ours)", "NATIVE", "Ehcache 3",
			"JCACHE", "JCacheCache", "CAFFEINE", "CaffeineCache", "MAP", "ConcurrentMapCache");

	@Override
	public String name() {
		return "caches";
	}

	@Override
	public String question() {
		return "What does a single operation of a cache cost?";
	}

	@Override
	public Answer answer(Path checkout, boolean full) {
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
		String source = "measured on %s, %s".formatted(measurement.path("day").asString("an unknown day"),
				measurement.path("machine").asString("an unknown machine"));
		for (int count : threads) {
			String title = "Time per operation, " + ((count == 1) ? "1 thread" : count + " threads");
			tables.add(table(measurement, count, title + ", in ns"));
			charts.add(chart(measurement, count, title));
		}
		return new Answer(sentence(measurement, threads.get(0), source, full), List.of(Storm.UNPUBLISHED),
				List.copyOf(tables), List.copyOf(charts));
	}

	private static JsonNode read(Path file) {
		try {
			return JsonMapper.builder().build().readTree(Files.readString(file));
		}
		catch (IOException ex) {
			throw new LabException("%s is not there or cannot be read: run %s first".formatted(FILE, COMMAND), ex);
		}
		catch (JacksonException ex) {
			throw new LabException("%s is not JSON: run %s again".formatted(FILE, COMMAND), ex);
		}
	}

	private static String sentence(JsonNode measurement, int threads, String source, boolean full) {
		Noise read = of(measurement, "GET", threads, "OURS");
		Noise native3 = of(measurement, "GET", threads, "NATIVE");
		Noise write = of(measurement, "PUT", threads, "OURS");
		String noise = switch (native3.to(read)) {
			case INSIDE -> ", a difference inside the noise";
			case ONE_ROUND -> ", of one round";
			case HIGHER, LOWER -> ", a difference outside of the noise";
			case MISSING -> "";
		};
		String again = full
				? "; these are not of this run: for new ones run %s first, about 15 minutes".formatted(COMMAND) : "";
		return "A read of our cache takes %s ns and one of Ehcache 3 itself %s ns%s, a write of ours %s ns (%s)%s."
			.formatted(read.brief(), native3.brief(), noise, write.brief(), source, again);
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
		List<Chart.Bar> bars = new ArrayList<>();
		CACHES.forEach((cache,
				name) -> bars.add(new Chart.Bar(name,
						OPERATIONS.keySet()
							.stream()
							.map((operation) -> of(measurement, operation, threads, cache).median())
							.toList())));
		return new Chart.Bars(title, "ns per operation", List.copyOf(OPERATIONS.values()), List.copyOf(bars), true);
	}

	/**
	 * Finds the time that passed per operation of one thread, in nanoseconds.
	 */
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
