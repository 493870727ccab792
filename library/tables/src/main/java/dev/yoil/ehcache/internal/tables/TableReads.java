package dev.yoil.ehcache.internal.tables;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.tables.TableMap.CacheTables;
import dev.yoil.ehcache.spi.CacheListener;
import dev.yoil.ehcache.spi.CacheListenerFactory;
import dev.yoil.ehcache.spi.CacheValidity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables that the loads of one cache have read. Thread-safe. It records nothing until
 * it is watched.
 * <p>
 * A statement counts for all loads that run in its thread: the outer load needs what the
 * inner one reads. Statements in other threads, and values that a load takes from another
 * cache, are not seen.
 */
public final class TableReads implements CacheListener.Tables {

	private static final Logger LOG = LoggerFactory.getLogger(TableReads.class);

	private static final int MOST_TABLES = 1_000;

	/** The loads of the calling thread, the innermost first. */
	private static final ThreadLocal<@Nullable Running> RUNNING = new ThreadLocal<>();

	/** The last load of the calling thread, if its value is not stored. */
	private static final ThreadLocal<@Nullable DependentLabel> UNSTORED = new ThreadLocal<>();

	private final String cache;

	/** The first statement that has read each table. */
	private final Map<String, String> statements = new ConcurrentHashMap<>();

	private final LongAdder unknown = new LongAdder();

	private final LongAdder notStored = new LongAdder();

	private final AtomicBoolean warned = new AtomicBoolean();

	private volatile @Nullable TableWatch watch;

	/** Whether the values of the cache depend on the tables. */
	private volatile boolean depending;

	private volatile @Nullable TableDependencies dependencies;

	TableReads(String cache) {
		this.cache = cache;
	}

	/**
	 * {@return the name of the cache}
	 */
	String cache() {
		return this.cache;
	}

	void watchedBy(@Nullable TableWatch by) {
		this.watch = by;
	}

	/**
	 * {@return the first statement that has read a table}
	 */
	String statement(String table) {
		return this.statements.getOrDefault(table, "");
	}

	CacheTables tables() {
		return new CacheTables(new TreeMap<>(this.statements), this.unknown.sum(), this.depending,
				this.notStored.sum());
	}

	/** Lets loads store values that depend on tables. */
	void dependOn(TableDependencies tables) {
		this.dependencies = tables;
	}

	@Override
	public CacheValidity dependingOnTables(CacheValidity own) {
		this.depending = true;
		return new DependentValidity(own, this);
	}

	/** Makes a load depend on what the session of the calling thread has read. */
	void begin(DependentLabel load) {
		TableDependencies tables = this.dependencies;
		if (tables != null) {
			tables.begin(load);
		}
		else {
			load.makeUnusable();
		}
	}

	@Override
	public void sourceCalled(List<Label> labels) {
		if (this.watch == null && !this.depending) {
			return;
		}
		List<DependentLabel> loads = labels.stream()
			.filter(DependentLabel.class::isInstance)
			.map(DependentLabel.class::cast)
			.toList();
		// Once more, because this may be another thread, with a session of its own.
		loads.forEach(this::begin);
		RUNNING.set(new Running(this, loads, RUNNING.get()));
	}

	@Override
	public void sourceReturned() {
		Running running = RUNNING.get();
		if (running == null || running.reads != this) {
			// The load has begun before the watch.
			return;
		}
		running.loads.forEach(TableReads::end);
		if (running.outer != null) {
			RUNNING.set(running.outer);
		}
		else {
			RUNNING.remove();
		}
	}

	/**
	 * {@return whether the calling thread runs a load}
	 */
	static boolean isLoading() {
		return RUNNING.get() != null;
	}

	private static void end(DependentLabel load) {
		if (load.end()) {
			UNSTORED.remove();
		}
		else {
			UNSTORED.set(load);
		}
	}

	/** A load that failed is of no interest, so this is not done at its end. */
	@Override
	public void loaded(Object key, long nanos) {
		DependentLabel load = UNSTORED.get();
		if (load == null) {
			return;
		}
		UNSTORED.remove();
		this.notStored.increment();
		if (load.hasReadNothing() && this.warned.compareAndSet(false, true)) {
			LOG.warn(
					"A load of cache '{}' has executed no statement in its thread. It is not known on which tables such a "
							+ "value depends, so it is not stored",
					this.cache);
		}
	}

	/** Runs an action for each load of the calling thread that depends on tables. */
	static void depend(Consumer<DependentLabel> action) {
		for (Running each = RUNNING.get(); each != null; each = each.outer) {
			each.loads.forEach(action);
		}
	}

	/**
	 * Records that the loads of the calling thread use the value with a label.
	 * @return whether there are any
	 */
	static boolean uses(DependentLabel label) {
		Running running = RUNNING.get();
		for (Running each = running; each != null && !each.loads.contains(label); each = each.outer) {
			each.loads.forEach((load) -> load.add(label));
		}
		return running != null;
	}

	/**
	 * Records that the loads of the calling thread have read tables.
	 * @param unknown whether they may have read others, too
	 */
	static void read(Set<String> tables, boolean unknown, String statement) {
		for (Running each = RUNNING.get(); each != null; each = each.outer) {
			each.reads.add(tables, unknown, statement);
		}
	}

	private void add(Set<String> tables, boolean any, String statement) {
		if (any) {
			this.unknown.increment();
		}
		TableWatch by = this.watch;
		for (String table : tables) {
			if (by != null && !this.statements.containsKey(table) && this.statements.size() < MOST_TABLES) {
				this.statements.put(table, SqlText.shown(statement));
				by.reads(table, this);
			}
		}
	}

	@Override
	public void keyRemoved(Object key) {
		evicted();
	}

	@Override
	public void put(Object key) {
		evicted();
	}

	@Override
	public void cleared() {
		evicted();
	}

	private void evicted() {
		TableWatch by = this.watch;
		if (by != null) {
			by.evicted(this);
		}
	}

	@Override
	public void regionsChanged(Set<String> regions) {
		TableWatch by = this.watch;
		if (by != null && !TableDependencies.areTables(regions)) {
			by.regionsChanged(regions);
		}
	}

	private record Running(TableReads reads, List<DependentLabel> loads, @Nullable Running outer) {
	}

	/** Creates the listeners. */
	public static final class Factory implements CacheListenerFactory {

		@Override
		public CacheListener create(String cache, Time time) {
			return new TableReads(cache);
		}

	}

}
