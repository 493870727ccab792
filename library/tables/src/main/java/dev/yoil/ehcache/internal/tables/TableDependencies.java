package dev.yoil.ehcache.internal.tables;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.EncodedName;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.sql.Effect;
import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.spi.CacheValidity;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.ResourceHolder;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The regions of the tables on which cached values depend. Each table has one, which a
 * statement that writes the table changes. Thread-safe. Nothing depends on tables until a
 * cache is {@linkplain #connect connected}.
 */
public final class TableDependencies {

	/** Begins the region of a table. */
	static final String PREFIX = "table:";

	private static final String TABLES = "tables";

	/** Is changed by what may write any table. */
	static final String ANY = EncodedName.region(TABLES);

	private static final int LONGEST = 200;

	/** What a session has read at most. */
	private static final int MOST_READ = 1_000;

	/**
	 * What open sessions and transactions have read, by their holders. A request that
	 * goes on in another thread takes its session along.
	 */
	private final Map<Object, Session> sessions = Collections.synchronizedMap(new WeakHashMap<>());

	private final Map<String, Label> labels = new ConcurrentHashMap<>();

	private volatile @Nullable Regions regions;

	private volatile @Nullable CacheValidity validity;

	private volatile Set<String> tables = Set.of();

	private volatile @Nullable Label every;

	/** Whether something was written before the first cache was connected. */
	private volatile boolean writtenBefore;

	/**
	 * Lets loads of caches that depend on tables store their values.
	 * @param caches the caches of one manager
	 */
	public void connect(Stream<EhCacheCache> caches) {
		caches.filter((cache) -> cache.declared().dependsOnTables()).forEach((cache) -> {
			Regions own = cache.unwrap(Regions.class);
			if (this.regions == null) {
				this.validity = own.cache(TABLES, null);
				this.regions = own;
				if (this.writtenBefore) {
					own.changedNow(Set.of(ANY));
				}
			}
			if (this.regions != own) {
				throw new IllegalStateException("Caches of managers with different regions depend on tables");
			}
			cache.unwrap(TableReads.class).dependOn(this);
		});
	}

	/**
	 * {@return whether a value may depend on tables}
	 */
	boolean isActive() {
		return this.regions != null;
	}

	/** Records that a table may have been written while nothing depends on tables. */
	void writtenBefore() {
		this.writtenBefore = true;
	}

	/** Adds tables of a catalog. */
	synchronized void know(Set<String> further) {
		Set<String> all = new HashSet<>(this.tables);
		if (all.addAll(further)) {
			this.tables = Set.copyOf(all);
			this.every = null;
		}
	}

	/**
	 * Makes the loads of the calling thread, and its open session, depend on tables. Call
	 * it before they are read. What was read before the same transaction writes it is not
	 * known from then on, because its commit keeps the labels of its loads alive.
	 * @param effect {@code null} if it is not known
	 * @param snapshot whether the statement may see an older state than the present one
	 */
	void read(@Nullable Effect effect, boolean snapshot) {
		Session session = session(true);
		if (session == null && !TableReads.isLoading()) {
			return;
		}
		Label begun = (snapshot && session != null) ? session.begun(this) : null;
		if (effect == null) {
			TableReads.depend(DependentLabel::makeUnusable);
			if (session != null) {
				session.unknown = true;
			}
			return;
		}
		if (effect.isWrite()) {
			writes(changed(effect), session);
		}
		Collection<Label> read = effect.readsUnknown() ? Set.of(ofAll())
				: effect.reads().stream().map(this::label).toList();
		read.forEach((label) -> TableReads.depend((load) -> load.add(label)));
		if (snapshot) {
			TableReads.depend((begun != null) ? (load) -> load.during(begun) : DependentLabel::makeUnusable);
		}
		if (session != null) {
			session.add(read);
		}
	}

	private static void writes(Set<String> changed, @Nullable Session session) {
		TableReads.depend((load) -> load.writes(changed));
		if (session != null) {
			session.writes(changed);
		}
	}

	/** Makes a load depend on what the open session has read, and may return again. */
	void begin(DependentLabel load) {
		Session session = session(false);
		if (session != null) {
			session.read.forEach(load::add);
			if (session.begun != null) {
				load.during(session.begun);
			}
			if (session.unknown) {
				load.makeUnusable();
			}
		}
	}

	private Label label(String table) {
		return this.labels.compute(table,
				(same, present) -> (present == null || present.isDead()) ? label(Set.of(region(table))) : present);
	}

	private Label ofAll() {
		Label label = this.every;
		return (label == null || label.isDead()) ? renewed() : label;
	}

	/** Returns a label of all tables, also of those that are being added. */
	private synchronized Label renewed() {
		Label label = this.every;
		if (label == null || label.isDead()) {
			label = label(this.tables.stream().map(TableDependencies::region).collect(Collectors.toSet()));
			this.every = label;
		}
		return label;
	}

	private Label label(Set<String> names) {
		CacheValidity all = this.validity;
		if (all == null) {
			throw new IllegalStateException("No cache is connected");
		}
		return all.label(names.isEmpty() ? TABLES : (RegionKey) () -> names);
	}

	private static String region(String table) {
		return (PREFIX.length() + table.length() <= LONGEST) ? PREFIX + table : ANY;
	}

	/**
	 * Returns the regions that a statement changes.
	 * @param effect {@code null} if it is not known
	 */
	static Set<String> changed(@Nullable Effect effect) {
		if (effect == null || effect.writesUnknown() || effect.changesCatalog()) {
			return Set.of(ANY);
		}
		// Most statements are queries, and creating a stream costs more than this check.
		return effect.writes().isEmpty() ? Set.of()
				: effect.writes().stream().map(TableDependencies::region).collect(Collectors.toSet());
	}

	/**
	 * {@return whether regions are those of tables}
	 */
	static boolean areTables(Set<String> regions) {
		return regions.stream().allMatch((region) -> region.startsWith(PREFIX) || region.equals(ANY));
	}

	/** Changes regions with the transaction of the calling thread. */
	void changedInTransaction(Set<String> names) {
		Regions present = this.regions;
		if (present != null) {
			present.changed(names.toArray(String[]::new));
		}
	}

	/** Changes regions on this instance. Others still have to be notified. */
	void changedHere(Set<String> names) {
		Regions present = this.regions;
		if (present != null && !names.isEmpty()) {
			present.changedHere(names);
		}
	}

	/** Tells the other instances of changes, which may need a connection. */
	void changedNow(Set<String> names) {
		Regions present = this.regions;
		if (present != null && present.isVersioned() && !names.isEmpty()) {
			present.changedNow(names);
		}
	}

	/**
	 * Returns the session or transaction that is bound to the calling thread. A
	 * persistence context may return what it has read before.
	 * @param create whether to begin one if resources are bound
	 */
	private @Nullable Session session(boolean create) {
		// Other resources may be the same in each thread.
		List<Object> holders = TransactionSynchronizationManager.getResourceMap()
			.values()
			.stream()
			.filter(ResourceHolder.class::isInstance)
			.toList();
		if (holders.isEmpty()) {
			return null;
		}
		Session session = holders.stream().map(this.sessions::get).filter(Objects::nonNull).findFirst().orElse(null);
		if (session == null && create) {
			session = new Session();
		}
		if (session != null) {
			for (Object holder : holders) {
				if (this.sessions.put(holder, session) == null && holder instanceof ConnectionHolder
						&& TransactionSynchronizationManager.isSynchronizationActive()) {
					endWithTransaction(holder);
				}
			}
		}
		return session;
	}

	/** Many weak entries would cost much at each garbage collection. */
	private void endWithTransaction(Object holder) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCompletion(int status) {
				TableDependencies.this.sessions.remove(holder);
			}

		});
	}

	/** What a session has read. For one thread at a time. */
	private static final class Session {

		/** All tables, from before its first statement that may read a snapshot. */
		private @Nullable Label begun;

		private final Set<Label> read = new HashSet<>();

		private boolean unknown;

		Label begun(TableDependencies all) {
			Label present = this.begun;
			if (present == null) {
				present = all.ofAll();
				this.begun = present;
			}
			return present;
		}

		void add(Collection<Label> further) {
			this.read.addAll(further);
			this.unknown |= this.read.size() > MOST_READ;
		}

		/** A persistence context may return the rows of before. */
		void writes(Set<String> regions) {
			this.unknown |= DependentLabel.areIn(this.read, regions);
		}

	}

}
