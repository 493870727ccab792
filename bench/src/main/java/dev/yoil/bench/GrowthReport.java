package dev.yoil.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.yoil.bench.Growth.Entries;
import dev.yoil.bench.Growth.Webtoons;

/**
 * What {@code bench/growth.sh} measured, as tables in docs/performance.md and as
 * docs/growth.svg.
 */
final class GrowthReport {

	private final Growth growth;

	private GrowthReport(Growth growth) {
		this.growth = growth;
	}

	/**
	 * Writes the documents.
	 * @param args the root of the repository
	 * @throws IOException if they cannot be written
	 */
	public static void main(String[] args) throws IOException {
		Path root = Path.of(args[0]);
		Growth growth = Growth.read(root.resolve("bench/results/growth.json"));
		new MeasuredPart(root.resolve("docs/performance.md"), "bench/growth.sh")
			.write(new GrowthReport(growth).measured());
		Files.writeString(root.resolve("docs/growth.svg"), new GrowthChart(growth).svg());
	}

	private String measured() {
		return """
				%sWith more entries in the cache that the pages come from; answers and looks are the median of the rounds, and from the
				lowest to the highest:

				| entries | page hits/s | whole list hits/s | heap, MB | first 100 entries, ms | all caches, ms | page hits/s while watched | \
				share left |
				| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
				%s
				An entry more takes %s bytes of heap, its key and its answer included.

				With more webtoons in the database, milliseconds to an answer, one at a time:

				| webtoons | request | bytes of an answer | hit, p50 | hit, p99 | not cached, p50 | not cached, p99 | first of all |
				| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |
				%s
				%s"""
			.formatted(this.growth.circumstances().warning(), entries(), bytesPerEntry(), webtoons(),
					this.growth.circumstances().text());
	}

	private String entries() {
		StringBuilder rows = new StringBuilder();
		for (int size : this.growth.cacheSizes()) {
			rows.append("| %,d | %s | %s | %s | %s | %s | %s | %s |\n".formatted(size,
					this.growth.ofCache(size, Entries::pageHits).text(),
					this.growth.ofCache(size, Entries::listHits).text(),
					Spread.number(this.growth.ofCache(size, Entries::heapMegabytes).median()),
					this.growth.ofCache(size, Entries::firstEntriesMillis).text(),
					this.growth.ofCache(size, Entries::allCachesMillis).text(),
					this.growth.ofCache(size, Entries::watchedPageHits).text(),
					this.growth.ofCache(size, Entries::shareWhileWatched).text()));
		}
		return rows.toString();
	}

	private String bytesPerEntry() {
		int least = this.growth.cacheSizes().get(0);
		int most = this.growth.cacheSizes().get(this.growth.cacheSizes().size() - 1);
		return Spread.number((this.growth.ofCache(most, Entries::heapBytes).median()
				- this.growth.ofCache(least, Entries::heapBytes).median()) / (most - least));
	}

	private String webtoons() {
		StringBuilder rows = new StringBuilder();
		for (int size : this.growth.databaseSizes()) {
			for (String request : this.growth.requests()) {
				rows.append("| %,d | %s | %s | %s | %s | %s | %s | %s |\n".formatted(size, request,
						Spread.number(this.growth.ofDatabase(size, request, true, Webtoons::bytes).median()),
						this.growth.ofDatabase(size, request, true, Webtoons::p50).text(),
						this.growth.ofDatabase(size, request, true, Webtoons::p99).text(),
						this.growth.ofDatabase(size, request, false, Webtoons::p50).text(),
						this.growth.ofDatabase(size, request, false, Webtoons::p99).text(),
						Spread.number(this.growth.ofDatabase(size, request, true, Webtoons::first).median())));
			}
		}
		return rows.toString();
	}

}
