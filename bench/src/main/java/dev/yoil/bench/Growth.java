package dev.yoil.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;

import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code bench/growth.sh} measured.
 *
 * @param circumstances where and how it was measured
 * @param entries the numbers of services whose cache holds more and more
 * @param webtoons the numbers of services whose database holds more and more
 */
record Growth(Circumstances circumstances, List<Entries> entries, List<Webtoons> webtoons) {

	static Growth read(Path file) {
		return JsonMapper.builder().build().readValue(file.toFile(), Growth.class);
	}

	List<Integer> cacheSizes() {
		return this.entries.stream().map(Entries::entries).distinct().sorted().toList();
	}

	List<Integer> databaseSizes() {
		return this.webtoons.stream().map(Webtoons::webtoons).distinct().sorted().toList();
	}

	List<String> requests() {
		return this.webtoons.stream().map(Webtoons::request).distinct().toList();
	}

	Spread ofCache(int size, ToDoubleFunction<Entries> value) {
		return Spread.of(this.entries.stream().filter((row) -> row.entries() == size).toList(), value);
	}

	Spread ofDatabase(int size, String request, boolean cached, ToDoubleFunction<Webtoons> value) {
		return Spread.of(this.webtoons.stream()
			.filter((row) -> row.webtoons() == size && row.request().equals(request) && row.cached() == cached)
			.toList(), value);
	}

	/**
	 * One round of a service whose cache holds so many entries.
	 *
	 * @param entries how many
	 * @param round the round, from 1
	 * @param pageHits answers per second
	 * @param watchedPageHits the same, while the first entries are looked at once a
	 * second
	 * @param listHits answers per second
	 * @param heapBytes in use after a full collection
	 * @param firstEntriesMillis to show the first 100 entries of that cache
	 * @param allCachesMillis to show the first 100 entries of each cache
	 */
	record Entries(int entries, int round, double pageHits, double watchedPageHits, double listHits, double heapBytes,
			double firstEntriesMillis, double allCachesMillis) {

		double heapMegabytes() {
			return this.heapBytes / 1e6;
		}

		double shareWhileWatched() {
			return this.watchedPageHits / this.pageHits;
		}

	}

	/**
	 * One round of one request at a service whose database holds so many webtoons.
	 *
	 * @param webtoons how many
	 * @param cached whether the service caches
	 * @param request the request
	 * @param round the round, from 1
	 * @param bytes of an answer, head and body
	 * @param first milliseconds of the first such call after the start
	 * @param answers how many there were
	 * @param p50 the median of the milliseconds to an answer
	 * @param p99 their 99th percentile
	 */
	record Webtoons(int webtoons, boolean cached, String request, int round, long bytes, double first, int answers,
			double p50, double p99) {
	}

}
