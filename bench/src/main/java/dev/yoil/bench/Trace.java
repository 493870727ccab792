package dev.yoil.bench;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A sequence of lookups. The keys are dense numbers in the order of their first lookup.
 *
 * @param name its name in the table
 * @param keys the looked-up keys
 * @param distinct the number of keys
 * @param capacity the present capacity to simulate
 */
record Trace(String name, Integer[] keys, int distinct, int capacity) {

	/** Lookups per trace; longer files are cut. */
	static final int LENGTH = 250_000;

	/** A Zipf distribution of the keys. */
	static Trace zipf(double exponent, int universe, int capacity) {
		IntUnaryOperator zipf = zipfian(exponent, universe, new Random(1));
		return of("Zipf %.1f of %,d".formatted(exponent, universe), capacity, zipf);
	}

	/** Requests of popular keys, and every so often a scan through keys that no one else requests. */
	static Trace scans(int universe, int scanned, int capacity) {
		IntUnaryOperator zipf = zipfian(1, universe, new Random(2));
		return of("Zipf 1.0 with scans", capacity,
				(i) -> (i % 20_000 < scanned) ? universe + (i / 20_000 * scanned + i % 20_000) % (3 * scanned)
						: zipf.applyAsInt(i));
	}

	/** The same keys again and again, mixed with a few random ones. */
	static Trace loop(String name, int keys, int capacity) {
		return of(name, capacity, (i) -> i % keys);
	}

	/** A set of popular keys that moves through the universe. */
	static Trace moving(int popular, int capacity) {
		IntUnaryOperator zipf = zipfian(0.8, popular, new Random(3));
		return of("moving hot set", capacity, (i) -> i / 50 + zipf.applyAsInt(i));
	}

	/** A site with few pages, of which a list page each is most popular. */
	static Trace site() {
		Random random = new Random(4);
		IntUnaryOperator pages = zipfian(0.7, 700, random);
		return of("site of 700 keys", 10_000,
				(i) -> (random.nextInt(1000) == 0) ? 700 + random.nextInt(3000) : pages.applyAsInt(i));
	}

	private static Trace of(String name, int capacity, IntUnaryOperator key) {
		long[] keys = new long[LENGTH];
		Arrays.setAll(keys, (i) -> key.applyAsInt(i));
		return of(name, keys, capacity);
	}

	private static Trace of(String name, long[] keys, int capacity) {
		Map<Long, Integer> numbers = new HashMap<>();
		Integer[] dense = new Integer[keys.length];
		for (int i = 0; i < keys.length; i++) {
			dense[i] = numbers.computeIfAbsent(keys[i], (key) -> numbers.size());
		}
		int chosen = (capacity > 0) ? capacity : Math.max(16, Integer.highestOneBit(numbers.size()) / 8);
		return new Trace(name, dense, numbers.size(), chosen);
	}

	private static IntUnaryOperator zipfian(double exponent, int universe, Random random) {
		double[] sums = new double[universe];
		double sum = 0;
		for (int i = 0; i < universe; i++) {
			sum += Math.pow(i + 1, -exponent);
			sums[i] = sum;
		}
		double total = sum;
		return (i) -> {
			int found = Arrays.binarySearch(sums, random.nextDouble() * total);
			return Math.min(universe - 1, (found >= 0) ? found : -found - 1);
		};
	}

	/**
	 * Reads the traces in a directory, which Caffeine's simulator also reads. A name that
	 * ends with {@code .trace.gz} has a number per line, {@code lirs} or {@code address}.
	 * With {@code .xz} it has binary numbers of 4 bytes, {@code scarab} and
	 * {@code corda} of 8 bytes.
	 */
	static List<Trace> in(Path directory) throws IOException {
		List<Trace> traces = new ArrayList<>();
		try (Stream<Path> files = Files.list(directory)) {
			for (Path file : files.sorted().toList()) {
				String name = file.getFileName().toString();
				long[] keys = (name.endsWith(".xz") || name.contains("vaultservice"))
						? binary(uncompressed(file), name.contains("scarab") || name.contains("vaultservice"))
						: text(uncompressed(file));
				traces.add(of(name.replaceFirst("(\\.trace)?\\.[gx]z$", ""), keys, 0));
			}
		}
		return traces;
	}

	private static InputStream uncompressed(Path file) throws IOException {
		if (file.toString().endsWith(".gz")) {
			return new GZIPInputStream(Files.newInputStream(file));
		}
		Process xz = new ProcessBuilder("xz", "-dc", file.toString()).start();
		try (InputStream output = xz.getInputStream()) {
			return new ByteArrayInputStream(output.readNBytes(Long.BYTES * LENGTH));
		}
		finally {
			xz.destroy();
		}
	}

	private static long[] binary(InputStream bytes, boolean wide) throws IOException {
		long[] keys = new long[LENGTH];
		int read = 0;
		try (DataInputStream numbers = new DataInputStream(bytes)) {
			while (read < LENGTH) {
				keys[read] = wide ? numbers.readLong() : numbers.readInt();
				read++;
			}
		}
		catch (EOFException ex) {
			return Arrays.copyOf(keys, read);
		}
		return keys;
	}

	/** Lines such as {@code 17} or {@code l 0x1fff 3}. */
	private static long[] text(InputStream bytes) throws IOException {
		try (BufferedReader lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
			return lines.lines()
				.map(String::strip)
				.filter((line) -> !line.isEmpty() && !line.equals("*"))
				.limit(LENGTH)
				.mapToLong((line) -> line.contains(" 0x") ? Long.parseLong(line.split(" ")[1].substring(2), 16)
						: Long.parseLong(line))
				.toArray();
		}
	}

}
