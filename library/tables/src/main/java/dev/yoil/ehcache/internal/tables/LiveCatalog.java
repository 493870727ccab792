package dev.yoil.ehcache.internal.tables;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import javax.sql.DataSource;

import dev.yoil.ehcache.internal.sql.DatabaseCatalog;
import dev.yoil.ehcache.internal.sql.Effect;
import dev.yoil.ehcache.internal.sql.SqlTables;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The catalog of one database, which is read again after its changes. Thread-safe.
 */
final class LiveCatalog {

	/** A table that another program creates is known after that. */
	private static final Duration REREAD = Duration.ofMinutes(10);

	/** The databases whose triggers and functions are read. */
	private static final Set<String> KNOWN = Set.of("H2", "PostgreSQL");

	private static final Logger LOG = LoggerFactory.getLogger(LiveCatalog.class);

	private final DataSource target;

	private final Clock clock;

	private volatile @Nullable SqlTables tables;

	/**
	 * The parts that could not be read, so that a warning is not repeated.
	 */
	private List<String> unread = List.of();

	private long rereadAt;

	/** The number of statements that may have changed the catalog. */
	private final AtomicLong changes = new AtomicLong();

	/** How many of them the catalog has. */
	private volatile long read = -1;

	private volatile int isolation;

	private volatile boolean known = true;

	private boolean failing;

	LiveCatalog(DataSource target, Clock clock) {
		this.target = target;
		this.clock = clock;
	}

	/**
	 * Reads the catalog if it is new or may have changed.
	 * @param found receives it, before it is used
	 */
	synchronized void step(Consumer<DatabaseCatalog> found) {
		if (isComplete() && this.clock.millis() < this.rereadAt) {
			return;
		}
		long seen = this.changes.get();
		try (Connection connection = this.target.getConnection()) {
			DatabaseCatalog catalog = DatabaseCatalog.read(connection);
			found.accept(catalog);
			this.known = KNOWN.contains(connection.getMetaData().getDatabaseProductName());
			this.isolation = connection.getTransactionIsolation();
			this.tables = new SqlTables(catalog);
			this.rereadAt = this.clock.millis() + REREAD.toMillis();
			this.read = seen;
			if (!catalog.unread().isEmpty() && !catalog.unread().equals(this.unread)) {
				LOG.warn(
						"Cannot read parts of the database's catalog, so more statements count as reads and changes of "
								+ "any table: {}",
						String.join("; ", catalog.unread()));
			}
			this.unread = catalog.unread();
			this.failing = false;
		}
		catch (SQLException | RuntimeException ex) {
			this.rereadAt = 0;
			if (!this.failing) {
				LOG.warn("The tables of the database cannot be read, so they are not watched for now", ex);
			}
			this.failing = true;
		}
	}

	/** Records that a statement may have changed the catalog. */
	void changed() {
		this.changes.incrementAndGet();
	}

	/**
	 * {@return whether the catalog was read, and has all changes so far}
	 */
	boolean isComplete() {
		return this.read == this.changes.get();
	}

	/**
	 * {@return the effect of a statement as far as it is known; {@code null} before the
	 * catalog is read}
	 */
	@Nullable Effect probable(String statement) {
		SqlTables present = this.tables;
		return (present != null) ? present.of(statement) : null;
	}

	/**
	 * {@return the effect of a statement; {@code null} while the catalog may lack a
	 * change}
	 */
	@Nullable Effect certain(String statement) {
		return isComplete() ? probable(statement) : null;
	}

	/**
	 * {@return whether the catalog has triggers and functions, too}
	 */
	boolean isKnown() {
		return this.known;
	}

	/**
	 * {@return whether transactions read a snapshot}
	 * @param isolation {@link Connection#TRANSACTION_NONE} for that of the database
	 */
	boolean hasSnapshots(int isolation) {
		return ((isolation != Connection.TRANSACTION_NONE) ? isolation
				: this.isolation) >= Connection.TRANSACTION_REPEATABLE_READ;
	}

}
