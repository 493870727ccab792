package dev.yoil.ehcache.internal.restart;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.TextTiers;
import dev.yoil.ehcache.internal.cluster.DatabaseRegionTable;
import dev.yoil.ehcache.internal.region.LocalRegionTable;
import dev.yoil.ehcache.internal.tier.DiskTier;
import dev.yoil.ehcache.internal.tier.LocalTier;
import dev.yoil.ehcache.internal.tier.TestSignatures;
import dev.yoil.ehcache.internal.tx.TransactionWork;
import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.EhcacheXml;

import org.springframework.cache.Cache;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A process with a database of counters and a cache of them with a disk tier. Threads
 * increment and read counters, and check what they read, until the process is killed or
 * its input ends. It writes a line for each violation, and lines with its progress.
 */
public final class RestartedCache {

	static final String STALE = "STALE ";

	static final String WRONG = "WRONG ";

	static final String OLD = "OLD ";

	static final String PROGRESS = "PROGRESS ";

	static final String ENDED = "ENDED";

	/** Ten times the heap, so that most reads ask the tier. */
	private static final int COUNTERS = 200;

	/** With few of them, a change between two reads is likely. */
	private static final int FEW_COUNTERS = 30;

	/** Longer than a restart. */
	private static final int TTL_SECONDS = 4;

	/** The longest pause of a process that two busy processors do not explain. */
	private static final long SLACK_MILLIS = 2_000;

	private static final int READERS = 2;

	private static final int READS_PER_LINE = 20;

	private final PrintStream out;

	private final PlantedFault planted;

	private final long clock;

	private final int ttlSeconds;

	private final JdbcTemplate jdbc;

	private final TransactionTemplate transaction;

	private final Regions regions;

	private final Cache cache;

	/** The lowest numbers that readers may see. */
	private final AtomicLongArray committed = new AtomicLongArray(COUNTERS);

	/** The highest numbers that readers can see. */
	private final AtomicLongArray written = new AtomicLongArray(COUNTERS);

	private final AtomicLong reads = new AtomicLong();

	private final AtomicBoolean ended = new AtomicBoolean();

	private RestartedCache(PrintStream out, PlantedFault planted, long clock, HikariDataSource database,
			Regions regions, EhCacheCacheManager manager) {
		this.out = out;
		this.planted = planted;
		this.clock = clock;
		this.ttlSeconds = ttlSeconds(planted);
		this.jdbc = new JdbcTemplate(database);
		DataSourceTransactionManager transactions = new DataSourceTransactionManager(database);
		transactions.addListener(TransactionWork.lastBeforeCommit());
		this.transaction = new TransactionTemplate(transactions);
		this.regions = regions;
		this.cache = Objects.requireNonNull(manager.getCache("counters"));
	}

	/**
	 * Starts the process.
	 * @param arguments the folder of the database, the directory of the disk tier,
	 * {@code database} or {@code file} for the versions, the planted fault, a seed and
	 * the error of the clock in milliseconds
	 */
	public static void main(String[] arguments) throws Exception {
		PrintStream out = System.out;
		Path folder = Path.of(arguments[0]);
		PlantedFault planted = PlantedFault.valueOf(arguments[3]);
		long clock = Long.parseLong(arguments[5]);
		HikariConfig pool = new HikariConfig();
		pool.setJdbcUrl("jdbc:h2:file:" + folder.resolve("database") + ";DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0");
		HikariDataSource database = new HikariDataSource(pool);
		JdbcTemplate jdbc = new JdbcTemplate(database);
		jdbc.execute("create table if not exists cache_region "
				+ "(region varchar(200) primary key, n bigint not null, tag uuid not null)");
		jdbc.execute("create table if not exists counter (id int primary key, n bigint not null)");
		jdbc.update("insert into counter select x, 0 from system_range(0, ?) where not exists (select 1 from counter)",
				COUNTERS - 1);
		Path files = Files.createDirectories(Path.of(arguments[1]));
		RegionTable table;
		if (arguments[2].equals("database")) {
			DatabaseRegionTable rows = new DatabaseRegionTable(database);
			rows.createSecret();
			table = rows;
		}
		else {
			table = LocalRegionTable.open(files.resolve("versions"));
		}
		Regions regions = Regions.versioned(table);
		regions.catchUp();
		EhCacheCacheManager manager = new EhCacheCacheManager(declared(planted),
				Clock.offset(Clock.systemUTC(), Duration.ofMillis(clock)), regions);
		manager.setTransactionAware(true);
		manager.afterPropertiesSet();
		LocalTier tier = switch (planted) {
			case NO_CHECKSUM -> new PlantedTier(files.resolve("planted"), 0);
			case AGE_FROM_START -> new PlantedTier(files.resolve("planted"), System.currentTimeMillis() + clock);
			default -> new DiskTier(files.resolve("counters"), 8 << 20, "build", TestSignatures.of("secret"));
		};
		if (planted == PlantedFault.NO_VERSION) {
			TextTiers.attachWithoutVersions(manager.caches().get(0), tier);
		}
		else {
			TextTiers.attach(manager.caches().get(0), List.of(tier), null);
		}
		RestartedCache checked = new RestartedCache(out, planted, clock, database, regions, manager);
		checked.run(new Random(Long.parseLong(arguments[4])), tier);
		manager.destroy();
		tier.close();
		((AutoCloseable) table).close();
		database.close();
		out.println(ENDED);
		out.flush();
	}

	/** The planted fault then shows after one restart. */
	private static int ttlSeconds(PlantedFault planted) {
		return (planted == PlantedFault.AGE_FROM_START) ? 1 : TTL_SECONDS;
	}

	private static EhcacheXml declared(PlantedFault planted) {
		return EhcacheXml.read("ehcache.xml", new ByteArrayResource("""
				<config xmlns='http://www.ehcache.org/v3' xmlns:y='urn:yoil:ehcache-policy'>
				<persistence directory='unused'/>
				<cache alias='counters'>
				<resources><heap>20</heap><disk unit='MB' persistent='true'>8</disk></resources>
				<y:policy ttl='%ds'/></cache></config>""".formatted(ttlSeconds(planted))
			.getBytes(StandardCharsets.UTF_8)));
	}

	private void run(Random random, LocalTier tier) throws IOException, InterruptedException {
		this.jdbc.query("select id, n from counter", (row) -> {
			this.committed.set(row.getInt(1), row.getLong(2));
			this.written.set(row.getInt(1), row.getLong(2));
		});
		List<Thread> threads = new ArrayList<>();
		threads.add(new Thread(() -> write(new Random(random.nextLong()))));
		for (int i = 0; i < READERS; i++) {
			long seed = random.nextLong();
			threads.add(new Thread(() -> read(new Random(seed), tier)));
		}
		threads.forEach((thread) -> thread.setDaemon(true));
		threads.forEach(Thread::start);
		while (System.in.read() >= 0) {
			// Until the check closes it.
		}
		this.ended.set(true);
		for (Thread thread : threads) {
			thread.join();
		}
	}

	private static Object key(int counter) {
		return (counter % 2 == 0) ? new Key(counter) : (Object) counter;
	}

	private int counter(Random random) {
		return random.nextInt((this.planted == PlantedFault.VERSION_AFTER_DATA) ? FEW_COUNTERS : COUNTERS);
	}

	private void write(Random random) {
		while (!this.ended.get()) {
			int counter = counter(random);
			boolean fails = random.nextInt(10) == 0;
			Long number = this.transaction.execute((status) -> {
				this.jdbc.update("update counter set n = n + 1 where id = ?", counter);
				long now = number(counter);
				if (fails) {
					status.setRollbackOnly();
				}
				else {
					this.written.set(counter, now);
				}
				if (key(counter) instanceof Key key) {
					this.regions.changed(key.regions().toArray(String[]::new));
				}
				else {
					this.cache.evict(key(counter));
				}
				return now;
			});
			if (!fails) {
				this.committed.set(counter, Objects.requireNonNull(number));
			}
		}
	}

	private long number(int counter) {
		return Objects
			.requireNonNull(this.jdbc.queryForObject("select n from counter where id = ?", Long.class, counter));
	}

	private String load(int counter, long number) {
		return new CountedValue(counter, number, System.currentTimeMillis(), this.clock).text();
	}

	private void read(Random random, LocalTier tier) {
		while (!this.ended.get()) {
			int counter = counter(random);
			long before = System.currentTimeMillis();
			long least = this.committed.get(counter);
			String text;
			if (this.planted == PlantedFault.VERSION_AFTER_DATA) {
				long early = number(counter);
				LockSupport.parkNanos(2_000_000);
				text = this.cache.get(key(counter), () -> load(counter, early));
			}
			else {
				text = this.cache.get(key(counter), () -> load(counter, number(counter)));
			}
			check(counter, Objects.requireNonNull(text), before, least, this.written.get(counter));
			if (this.reads.incrementAndGet() % READS_PER_LINE == 0) {
				say(PROGRESS + this.reads + " " + tier.statistics().hits() + " " + tier.statistics().entries());
			}
		}
	}

	private void check(int counter, String text, long before, long least, long most) {
		CountedValue value;
		try {
			value = CountedValue.of(text);
		}
		catch (IllegalArgumentException ex) {
			say(WRONG + counter + ": damaged");
			return;
		}
		if (value.key() != counter || value.number() > most) {
			say(WRONG + counter + ": " + value + " of at most " + most);
		}
		else if (value.number() < least && !isReadEarly(value, before)) {
			say(STALE + counter + ": " + value + " instead of " + least);
		}
		else if (value.clock() == this.clock && before - value.loadedAt() > this.ttlSeconds * 1_000L + SLACK_MILLIS) {
			say(OLD + counter + ": " + (before - value.loadedAt()) + " ms");
		}
	}

	/** A reader of the planted fault returns its own early read, which proves nothing. */
	private boolean isReadEarly(CountedValue value, long before) {
		return this.planted == PlantedFault.VERSION_AFTER_DATA && value.loadedAt() >= before;
	}

	private void say(String line) {
		synchronized (this.out) {
			this.out.println(line);
			this.out.flush();
		}
	}

	/** A counter with a region of its own. */
	record Key(int counter) implements RegionKey, Serializable {

		@Override
		public Set<String> regions() {
			return Set.of("counter/" + this.counter);
		}

	}

}
