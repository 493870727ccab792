package dev.yoil.ehcache.internal.tables;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import dev.yoil.ehcache.BulkOperations;
import dev.yoil.ehcache.internal.tables.DependentItems.Item;
import dev.yoil.ehcache.internal.tables.StressWrites.RolledBackException;
import dev.yoil.ehcache.internal.tables.StressWrites.Write;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;

import org.springframework.dao.DataAccessException;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Racing readers and writers of cached sums that depend on a table. Nothing is evicted. A
 * read is stale if its value is less than what was committed before it began, and dirty
 * if it is more than what anybody has begun to write.
 * <p>
 * Each instance writes groups of its own. Values of groups that another instance writes
 * may be as old as a bound.
 */
final class TableStress {

	private static final int READERS = 4;

	private static final int WRITERS = 2;

	private static final String SUM = "select sum(n) from item where grp = ?";

	private final List<DependentItems> instances;

	private final int snapshot;

	private final Duration bound;

	/** By group, what has been committed by which time. */
	private final List<NavigableMap<Long, Long>> history = IntStream.range(0, DependentItems.GROUPS)
		.<NavigableMap<Long, Long>>mapToObj((group) -> new ConcurrentSkipListMap<>(Map.of(Long.MIN_VALUE, 0L)))
		.toList();

	private final List<AtomicLong> committed = counters();

	private final List<AtomicLong> begun = counters();

	private final Result result = new Result();

	private volatile boolean ended;

	/**
	 * Creates a check.
	 * @param snapshot the isolation of transactions that read a snapshot
	 * @param bound how old values may be that another instance has written
	 */
	TableStress(List<DependentItems> instances, int snapshot, Duration bound) {
		this.instances = instances;
		this.snapshot = snapshot;
		this.bound = bound;
	}

	private static List<AtomicLong> counters() {
		return IntStream.range(0, DependentItems.GROUPS).mapToObj((group) -> new AtomicLong()).toList();
	}

	/**
	 * Reads and writes until there are enough reads.
	 */
	Result run(long reads) throws Exception {
		long started = System.nanoTime();
		ExecutorService threads = Executors.newFixedThreadPool(READERS + WRITERS);
		List<Future<?>> running = new ArrayList<>();
		for (int i = 0; i < READERS + WRITERS; i++) {
			DependentItems items = this.instances.get(i % this.instances.size());
			Random random = new Random(i);
			Callable<Void> step = (i < READERS) ? new Reader(items, random) : new Writer(items, random);
			running.add(threads.submit(() -> {
				try {
					while (!this.ended) {
						step.call();
						if (this.result.reads.sum() >= reads) {
							this.ended = true;
						}
					}
				}
				finally {
					this.ended = true;
				}
				return null;
			}));
		}
		try {
			for (Future<?> each : running) {
				each.get();
			}
		}
		finally {
			threads.shutdown();
			threads.awaitTermination(1, TimeUnit.MINUTES);
		}
		this.result.seconds = (System.nanoTime() - started) / 1e9;
		return this.result;
	}

	/**
	 * Returns all cached values that differ from the database while nothing is written.
	 */
	Map<String, String> differences() {
		Map<String, String> found = new TreeMap<>();
		for (DependentItems items : this.instances) {
			Reader reader = new Reader(items, new Random());
			for (int group = 0; group < DependentItems.GROUPS; group++) {
				long truth = reader.sum(group);
				for (String kind : reader.loaders.keySet()) {
					long value = reader.get(kind, group);
					if (value != truth) {
						found.put(this.instances.indexOf(items) + " " + kind + " " + group, value + " for " + truth);
					}
				}
			}
		}
		return found;
	}

	private boolean isOwn(DependentItems items, int group) {
		return group % this.instances.size() == this.instances.indexOf(items);
	}

	private long floor(DependentItems items, int group) {
		return isOwn(items, group) ? this.committed.get(group).get()
				: this.history.get(group).floorEntry(System.nanoTime() - this.bound.toNanos()).getValue();
	}

	private void committed(int group, String path) {
		long value = this.committed.get(group).incrementAndGet();
		if (this.instances.size() > 1) {
			NavigableMap<Long, Long> values = this.history.get(group);
			values.merge(System.nanoTime(), value, Math::max);
			Long last = values.floorKey(System.nanoTime() - 2 * this.bound.toNanos());
			values.headMap(last).clear();
		}
		Result.count(this.result.writes, path);
	}

	private interface Loader {

		Long of(int group);

	}

	/** One read. */
	private final class Reader implements Callable<Void> {

		private final DependentItems items;

		private final Random random;

		private final TransactionTemplate snapshots;

		private final Map<String, Loader> loaders = new LinkedHashMap<>();

		Reader(DependentItems items, Random random) {
			this.items = items;
			this.random = random;
			this.snapshots = new TransactionTemplate(items.transaction.getTransactionManager());
			this.snapshots.setIsolationLevel(TableStress.this.snapshot);
			this.snapshots.setReadOnly(true);
			this.loaders.put("jpql",
					(group) -> items.entities.createQuery("select sum(i.n) from item i where i.grp = :grp", Long.class)
						.setParameter("grp", group)
						.getSingleResult());
			this.loaders.put("jdbc", this::sum);
			this.loaders.put("entities", this::entities);
			this.loaders.put("view",
					(group) -> items.jdbc.sql("select total from item_total where grp = ?")
						.param(group)
						.query(Long.class)
						.single());
			this.loaders.put("snapshot", (group) -> this.snapshots.execute((status) -> {
				items.query("select n from other where id = 1");
				pause();
				return sum(group);
			}));
			this.loaders.put("nested", (group) -> get("jdbc", group));
			this.loaders.put("bulk", this::sum);
		}

		private void pause() {
			if (this.random.nextInt(4) == 0) {
				LockSupport.parkNanos(3_000_000);
			}
		}

		private Long sum(int group) {
			return this.items.jdbc.sql(SUM).param(group).query(Long.class).single();
		}

		private Long entities(int group) {
			return this.items.entities.createQuery("select i from item i where i.grp = :grp", Item.class)
				.setParameter("grp", group)
				.getResultList()
				.stream()
				.mapToLong((item) -> item.n)
				.sum();
		}

		private Long get(String kind, int group) {
			Loader loader = Objects.requireNonNull(this.loaders.get(kind));
			if (kind.equals("bulk")) {
				List<String> keys = List.of(kind + group, kind + (group + 1) % DependentItems.GROUPS);
				return BulkOperations.of(this.items.cache("inner")).<String, Long>getAll(keys, (missing) -> {
					Map<String, Long> sums = new LinkedHashMap<>();
					TableStress.this.result.loads.increment();
					missing.forEach((key) -> sums.put(key, sum(Integer.parseInt(key.substring(kind.length())))));
					return sums;
				}).get(keys.get(0));
			}
			return Objects
				.requireNonNull(this.items.cache(kind.equals("nested") ? "outer" : "inner").get(kind + group, () -> {
					TableStress.this.result.loads.increment();
					return loader.of(group);
				}));
		}

		@Override
		public Void call() {
			List<String> kinds = List.copyOf(this.loaders.keySet());
			String kind = kinds.get(this.random.nextInt(kinds.size()));
			switch (this.random.nextInt(16)) {
				case 0 -> inOpenSession(kind);
				case 1 -> inTransaction(this.items.transaction, kind);
				case 2 -> inTransaction(this.snapshots, kind);
				default -> {
					int group = this.random.nextInt(DependentItems.GROUPS);
					long floor = floor(this.items, group);
					check(kind, group, floor, get(kind, group));
				}
			}
			return null;
		}

		/** Reads with a persistence context that may have read entities before. */
		private void inOpenSession(String kind) {
			EntityManager open = this.items.factory.createEntityManager();
			int group = this.random.nextInt(DependentItems.GROUPS);
			long floor = floor(this.items, group);
			TransactionSynchronizationManager.bindResource(this.items.factory, new EntityManagerHolder(open));
			try {
				entities(group);
				pause();
				check(kind + " in a session", group, floor, get(kind, group));
			}
			finally {
				TransactionSynchronizationManager.unbindResource(this.items.factory);
				open.close();
			}
		}

		private void inTransaction(TransactionTemplate transaction, String kind) {
			int group = this.random.nextInt(DependentItems.GROUPS);
			long floor = floor(this.items, group);
			Long value = transaction.execute((status) -> {
				this.items.query("select n from other where id = 1");
				pause();
				return get(kind, group);
			});
			check(kind + " in a transaction", group, floor, Objects.requireNonNull(value));
		}

		private void check(String kind, int group, long floor, long value) {
			TableStress.this.result.reads.increment();
			if (value < floor || value > TableStress.this.begun.get(group).get()) {
				Result.count(TableStress.this.result.wrong, kind);
			}
		}

	}

	/** One write. */
	private final class Writer implements Callable<Void> {

		private final Map<String, Write> paths = new LinkedHashMap<>();

		private final DependentItems items;

		private final Random random;

		private final StressWrites writes;

		private final Reader own;

		Writer(DependentItems items, Random random) {
			this.items = items;
			this.random = random;
			this.own = new Reader(items, random);
			this.writes = new StressWrites(items);
			this.paths.putAll(this.writes.paths());
			this.paths.put("read again in its transaction", this::readAgain);
		}

		private int readAgain(long id) {
			int group = (int) id % DependentItems.GROUPS;
			long floor = TableStress.this.committed.get(group).get();
			return this.writes.inTransaction(() -> {
				int updated = this.writes.add(id);
				this.own.check("own write", group, floor + updated, this.own.get("jdbc", group));
				return updated;
			});
		}

		@Override
		public Void call() throws Exception {
			long id;
			do {
				id = this.random.nextInt(DependentItems.ITEMS);
			}
			while (!isOwn(this.items, (int) id % DependentItems.GROUPS));
			int group = (int) id % DependentItems.GROUPS;
			List<String> names = List.copyOf(this.paths.keySet());
			String path = names.get(this.random.nextInt(names.size()));
			TableStress.this.begun.get(group).incrementAndGet();
			try {
				if (Objects.requireNonNull(this.paths.get(path)).of(id) == 1) {
					committed(group, path);
				}
				else {
					Result.count(TableStress.this.result.failed, "no row");
				}
			}
			catch (RolledBackException ex) {
				Result.count(TableStress.this.result.writes, path);
			}
			catch (SQLException | DataAccessException | PersistenceException | TransactionException ex) {
				// Another writer was faster.
				Result.count(TableStress.this.result.failed, path);
				TableStress.this.result.failure = ex;
			}
			LockSupport.parkNanos(this.random.nextInt((this.random.nextInt(8) == 0) ? 40_000_000 : 2_000_000));
			return null;
		}

	}

	/** The counts of a run. */
	static final class Result {

		final LongAdder reads = new LongAdder();

		final LongAdder loads = new LongAdder();

		final Map<String, LongAdder> wrong = new ConcurrentHashMap<>();

		final Map<String, LongAdder> writes = new ConcurrentHashMap<>();

		final Map<String, LongAdder> failed = new ConcurrentHashMap<>();

		private volatile Exception failure = new Exception();

		private double seconds;

		private static void count(Map<String, LongAdder> counts, String name) {
			counts.computeIfAbsent(name, (same) -> new LongAdder()).increment();
		}

		@Override
		public String toString() {
			return "%d reads in %.1f s, wrong %s, %d loads, %d writes %s, failed writes %s, such as %s".formatted(
					this.reads.sum(), this.seconds, this.wrong, this.loads.sum(),
					this.writes.values().stream().mapToLong(LongAdder::sum).sum(), new TreeMap<>(this.writes),
					new TreeMap<>(this.failed), this.failure.getMessage());
		}

	}

}
