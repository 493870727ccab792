package dev.yoil.webtoon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a like costs over HTTP if H2 writes it to its file before it is answered, and if
 * up to half a second later; and what becomes of the file. It takes two minutes, so its
 * name keeps it out of the build: {@code mvn test -Dtest=WriteCost -Dtest.flags=} logs
 * the figures in docs/results.md.
 */
class WriteCost {

	private static final Logger logger = LoggerFactory.getLogger(WriteCost.class);

	private static final int ROUNDS = 3;

	private static final long ROUND = TimeUnit.SECONDS.toNanos(6);

	private static final int WEBTOONS = 5000;

	@TempDir
	private Path folder;

	@Test
	void logsWhatALikeCosts() throws Exception {
		Map<String, List<Long>> times = new TreeMap<>();
		try (Arm later = new Arm(this.folder.resolve("500"), 500); Arm atOnce = new Arm(this.folder.resolve("0"), 0)) {
			for (int round = 0; round <= ROUNDS; round++) {
				for (int clients : new int[] { 1, 8 }) {
					// Who goes first changes, in case that matters.
					for (Arm arm : (round % 2 == 0) ? List.of(later, atOnce) : List.of(atOnce, later)) {
						List<Long> measured = arm.run(clients);
						if (round > 0) {
							times
								.computeIfAbsent("%d client(s), WRITE_DELAY=%d".formatted(clients, arm.delay),
										(key) -> new ArrayList<>())
								.addAll(measured);
						}
					}
				}
			}
			times.forEach((what, all) -> log(what, all));
			later.logFile("at the end");
			atOnce.logFile("at the end");
		}
		for (String delay : new String[] { "500", "0" }) {
			logger.info("WRITE_DELAY={}: file of {} KB once stopped", delay, size(this.folder.resolve(delay)));
		}
	}

	private static void log(String what, List<Long> times) {
		long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
		logger.info("%s: %,d likes a second, p50 %.2f ms, p99 %.2f ms".formatted(what,
				TimeUnit.SECONDS.toNanos(sorted.length) / (ROUNDS * ROUND), sorted[sorted.length / 2] / 1e6,
				sorted[sorted.length * 99 / 100] / 1e6));
	}

	private static long size(Path folder) throws IOException {
		return Files.size(folder.resolve("yoil.mv.db")) / 1024;
	}

	/** A service with a database of its own. */
	static final class Arm implements AutoCloseable {

		private final int delay;

		private final Path folder;

		private final RunningService service;

		private final List<Reader> readers = new ArrayList<>();

		private long likes;

		Arm(Path folder, int delay) throws Exception {
			this.delay = delay;
			this.folder = folder;
			this.service = RunningService.startPooled("--spring.datasource.url=jdbc:h2:file:" + folder.resolve("yoil"),
					"--spring.datasource.hikari.data-source-properties.[WRITE_DELAY]=" + delay,
					"--yoil.sample-webtoons=" + WEBTOONS, "--yoil.sample-readers=10000");
			for (int number = 0; number < 8; number++) {
				Reader reader = new Reader(this.service);
				reader.token();
				this.readers.add(reader);
			}
		}

		/**
		 * Has so many readers like and no longer like, one webtoon after the other.
		 * @return how long each took, in nanoseconds
		 */
		List<Long> run(int clients) throws Exception {
			ExecutorService threads = Executors.newFixedThreadPool(clients);
			try {
				List<Callable<List<Long>>> all = new ArrayList<>();
				for (int client = 0; client < clients; client++) {
					int number = client;
					all.add(() -> like(this.readers.get(number), number * WEBTOONS / 8));
				}
				List<Long> times = new ArrayList<>();
				for (Future<List<Long>> one : threads.invokeAll(all)) {
					times.addAll(one.get());
				}
				this.likes += times.size();
				return times;
			}
			finally {
				threads.shutdownNow();
			}
		}

		private static List<Long> like(Reader reader, int from) throws IOException, InterruptedException {
			List<Long> times = new ArrayList<>();
			long begin = System.nanoTime();
			for (int number = 0; System.nanoTime() - begin < ROUND; number++) {
				String path = "/api/v1/webtoon/%d/like".formatted((from + number / 2 * 7919L) % WEBTOONS + 1);
				long sent = System.nanoTime();
				reader.json(200, (number % 2 == 0) ? "PUT" : "DELETE", path, null);
				times.add(System.nanoTime() - sent);
			}
			return times;
		}

		void logFile(String when) throws IOException {
			logger.info("WRITE_DELAY={}: file of {} KB {}, after {} likes", this.delay, size(this.folder), when,
					this.likes);
		}

		@Override
		public void close() {
			this.service.close();
		}

	}

}
