package dev.yoil.bench;

import java.io.IOException;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.management.OperatingSystemMXBean;
import dev.yoil.ehcache.CacheLookup;
import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.tier.SharedEntries;
import dev.yoil.ehcache.internal.region.LocalRegionTable;
import dev.yoil.ehcache.internal.region.SharedSecret;
import dev.yoil.ehcache.internal.tier.DiskTier;
import dev.yoil.ehcache.internal.tier.LocalTier;
import dev.yoil.ehcache.internal.tier.OffHeapTier;
import dev.yoil.ehcache.internal.tier.SignedValues;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.tier.ValueCodec;
import dev.yoil.ehcache.xml.EhcacheXml;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.springframework.core.io.ByteArrayResource;

/**
 * A cache of many entries, in the heap only or with a tier. Prints one row of the table
 * of bench/tiers.sh. Run it in a JVM of its own, which logs its pauses to the file of the
 * system property {@code gc.log}.
 */
public final class MillionEntries {

	/** Bytes of a value, about a compressed page. */
	private static final int VALUE = 1_000;

	/** Entries in the heap above a tier. */
	private static final int IN_HEAP = 10_000;

	/** Entries that get nine of ten requests. */
	private static final int POPULAR = 5_000;

	/** Memory that a request uses besides, in bytes. */
	private static final int GARBAGE = 8_192;

	private static final int WARM_UP = 500_000;

	/** Requests at the highest rate. */
	private static final int FAST = 2_000_000;

	/** Requests per second at the constant rate. */
	private static final int RATE = 10_000;

	private static final int SECONDS = 20;

	/** Loads from PostgreSQL to warm up, and to measure. */
	private static final int LOADS = 20_000;

	private static final Pattern PAUSE = Pattern.compile("\\[([\\d.]+)s].*Pause .* ([\\d.]+)ms$");

	private static final OperatingSystemMXBean SYSTEM = ManagementFactory
		.getPlatformMXBean(OperatingSystemMXBean.class);

	private final SplittableRandom random = new SplittableRandom(5000);

	private final EhCacheCache cache;

	private final int entries;

	/** Keeps the garbage of requests from being optimized away. */
	private byte[] garbage = {};

	private MillionEntries(EhCacheCache cache, int entries) {
		this.cache = cache;
		this.entries = entries;
	}

	/**
	 * Fills a cache, measures it, and prints a row.
	 * @param args {@code heap}, {@code offheap}, {@code disk} or {@code load}; the number
	 * of entries; an empty directory
	 * @throws Exception if a file, or PostgreSQL, fails
	 */
	public static void main(String[] args) throws Exception {
		int entries = Integer.parseInt(args[1]);
		EhCacheCache cache = open(args[0], entries, Path.of(args[2]));
		MillionEntries measured = new MillionEntries(cache, entries);
		if (args[0].equals("load")) {
			print("a load from PostgreSQL takes %.1f us".formatted(measured.loadFromPostgres()));
		}
		else {
			measured.fill();
			print(measured.row());
		}
		System.exit(0);
	}

	private static EhCacheCache open(String tier, int entries, Path directory) {
		String xml = """
				<config xmlns="http://www.ehcache.org/v3" xmlns:y="urn:yoil:ehcache-policy">
				  <cache alias="subject"><heap unit="entries">%d</heap><y:policy ttl="2h" eviction="LRU"/></cache>
				</config>
				""".formatted(tier.equals("heap") ? entries : IN_HEAP);
		Regions regions = Regions.versioned(LocalRegionTable.inMemory());
		EhCacheCacheManager manager = new EhCacheCacheManager(
				EhcacheXml.read("bench.xml", new ByteArrayResource(xml.getBytes(StandardCharsets.UTF_8))),
				Clock.systemUTC(), regions);
		manager.afterPropertiesSet();
		EhCacheCache cache = manager.caches().get(0);
		long bytes = 2L * VALUE * entries;
		if (tier.equals("offheap")) {
			share(cache, new OffHeapTier(bytes, "bench"));
		}
		else if (tier.equals("disk")) {
			share(cache, new DiskTier(directory, bytes, "bench",
					new SignedValues(SharedSecret.signatures(() -> regions.version(RegionTable.SECRET), "bench"))));
		}
		regions.catchUp();
		return cache;
	}

	private static void share(EhCacheCache cache, LocalTier tier) {
		cache.unwrap(CacheOperations.class)
			.attach(new SharedEntries(cache.getName(), cache.unwrap(CacheValidity.class)::state,
					cache.unwrap(EntryIndex.class).counters()::tierRefusal, List.of(tier), null, List.of(new Same())));
	}

	private void fill() {
		for (int id = 0; id < this.entries; id++) {
			this.cache.get(new Page(id), loader(id));
		}
	}

	private static Callable<byte[]> loader(int id) {
		return () -> {
			byte[] value = new byte[VALUE];
			new SplittableRandom(id).nextBytes(value);
			return value;
		};
	}

	private String row() throws IOException {
		double filled = seconds();
		for (int request = 0; request < WARM_UP; request++) {
			request();
		}
		Map<Result, long[]> times = new EnumMap<>(Result.class);
		long cpu = SYSTEM.getProcessCpuTime();
		double began = seconds();
		for (int request = 0; request < FAST; request++) {
			long start = System.nanoTime();
			Result result = request();
			long[] sum = times.computeIfAbsent(result, (key) -> new long[2]);
			sum[0] += System.nanoTime() - start;
			sum[1]++;
		}
		double perRequest = (SYSTEM.getProcessCpuTime() - cpu) / 1e3 / FAST;
		long[] latencies = constantRate();
		double ended = seconds();
		this.garbage = new byte[0];
		System.gc();
		System.gc();
		double heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
		return String.format(Locale.ROOT, "%.0f | %.0f | %s | %s | %.1f | %.1f | %.1f | %.2f | %.2f | %s | %s", heap,
				resident(), pauses(0, filled), pauses(began, ended), percentile(latencies, 0.5),
				percentile(latencies, 0.99), percentile(latencies, 0.999), perRequest, mean(times.get(Result.HIT)),
				times.containsKey(Result.SECOND_TIER) ? "%.2f".formatted(mean(times.get(Result.SECOND_TIER))) : "-",
				(times.get(Result.MISS) != null) ? times.get(Result.MISS)[1] : 0);
	}

	/** Returns the latencies, from the intended start of each request, in order. */
	private long[] constantRate() {
		long[] latencies = new long[RATE * SECONDS];
		long began = System.nanoTime();
		for (int request = 0; request < latencies.length; request++) {
			long intended = began + request * (1_000_000_000L / RATE);
			while (System.nanoTime() < intended) {
				Thread.onSpinWait();
			}
			request();
			latencies[request] = System.nanoTime() - intended;
		}
		Arrays.sort(latencies);
		return latencies;
	}

	private Result request() {
		this.garbage = new byte[GARBAGE];
		int id = this.random.nextInt((this.random.nextInt(10) > 0) ? POPULAR : this.entries);
		this.cache.get(new Page(id), loader(id));
		return CacheLookup.get().result();
	}

	/** Loads values of the same size by primary key, the cheapest load there is. */
	private double loadFromPostgres() throws IOException, SQLException {
		try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().setServerConfig("listen_addresses", "localhost")
			.start();
				Connection connection = postgres.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("create table page (id int primary key, content bytea not null)");
			statement.execute("insert into page select id, decode(repeat(md5(id::text), " + 2 * VALUE / 32
					+ "), 'hex') from generate_series(0, " + 2 * LOADS + ") id");
			statement.execute("vacuum analyze page");
			try (PreparedStatement select = connection.prepareStatement("select content from page where id = ?")) {
				long began = 0;
				for (int id = 0; id < 2 * LOADS; id++) {
					began = (id == LOADS) ? System.nanoTime() : began;
					int wanted = id;
					this.cache.get(new Page(id), () -> read(select, wanted));
				}
				return (System.nanoTime() - began) / 1e3 / LOADS;
			}
		}
	}

	private static byte[] read(PreparedStatement select, int id) throws SQLException {
		select.setInt(1, id);
		try (ResultSet found = select.executeQuery()) {
			found.next();
			return found.getBytes(1);
		}
	}

	/** Returns the longest and the sum of the pauses, in milliseconds. */
	private static String pauses(double from, double to) throws IOException {
		double longest = 0;
		double sum = 0;
		for (String line : Files.readAllLines(Path.of(System.getProperty("gc.log")))) {
			Matcher pause = PAUSE.matcher(line);
			if (pause.find() && Double.parseDouble(pause.group(1)) >= from
					&& Double.parseDouble(pause.group(1)) <= to) {
				longest = Math.max(longest, Double.parseDouble(pause.group(2)));
				sum += Double.parseDouble(pause.group(2));
			}
		}
		return "%.1f / %.0f".formatted(longest, sum);
	}

	private static double resident() throws IOException {
		return Files.readAllLines(Path.of("/proc/self/status"))
			.stream()
			.filter((line) -> line.startsWith("VmRSS:"))
			.mapToDouble((line) -> Integer.parseInt(line.replaceAll("\\D", "")) / 1e3)
			.findFirst()
			.orElse(Double.NaN);
	}

	/** Returns the seconds since the start of the JVM, as its log counts them. */
	private static double seconds() {
		return ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
	}

	private static double percentile(long[] sorted, double share) {
		return sorted[(int) (sorted.length * share)] / 1e3;
	}

	private static double mean(long[] sumAndCount) {
		return sumAndCount[0] / 1e3 / sumAndCount[1];
	}

	private static void print(String line) throws IOException {
		System.out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
		System.out.flush();
	}

	/** A key, as the service has them. */
	private record Page(int id) implements Serializable {
	}

	/** A codec of bytes. */
	private static final class Same implements ValueCodec {

		@Override
		public String name() {
			return "bytes";
		}

		@Override
		public boolean encodes(Object value) {
			return value instanceof byte[];
		}

		@Override
		public byte[] encode(Object value) {
			return (byte[]) value;
		}

		@Override
		public Object decode(byte[] bytes) {
			return bytes;
		}

	}

}
