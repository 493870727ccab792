package dev.yoil.webtoon.moderation;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import dev.yoil.ehcache.region.Regions;
import dev.yoil.webtoon.ListPage;
import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.problem.ProblemType;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A table that each instance also holds in memory, so that using it needs no database.
 * Each change increments the table's revision, which serializes changes, and changes the
 * table's region, which notifies other instances. It is first read before the service
 * listens. If the database is unavailable, the last entries stay in use. Thread-safe.
 *
 * @param <E> an entry
 */
public abstract class ReplicatedTable<E> implements InitializingBean {

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final Regions regions;

	private final Table table;

	/**
	 * Reads columns by name. A mapper by reflection would ask H2 for columns that do not
	 * exist, and each answer would be an exception with its stack trace.
	 */
	private final RowMapper<E> rows;

	/** Revision of the entries in use; guarded by this object's lock. */
	private long revision = -1;

	protected ReplicatedTable(JdbcClient jdbc, TransactionTemplate transaction, Regions regions, Table table,
			RowMapper<E> rows) {
		this.jdbc = jdbc;
		this.transaction = transaction;
		this.regions = regions;
		this.table = table;
		this.rows = rows;
	}

	/**
	 * Replaces the entries in use.
	 */
	protected abstract void use(List<E> entries);

	/**
	 * Reads all entries.
	 */
	protected final List<E> entries() {
		return select(" order by id").query(this.rows).list();
	}

	/**
	 * Reads a page of the entries.
	 */
	public final ListPage<E> page(PageParameters part) {
		List<E> items = select(" order by id offset ? rows fetch next ? rows only").params(part.offset(), part.size())
			.query(this.rows)
			.list();
		long total = this.jdbc.sql("select count(*) from " + this.table.name()).query(Long.class).single();
		return new ListPage<>(items, part.page(), part.size(), total);
	}

	/**
	 * Reads one entry.
	 */
	public final E get(long id) {
		return select(" where id = ?").param(id)
			.query(this.rows)
			.optional()
			.orElseThrow(() -> this.table.unknown().exception("There is no entry with this number."));
	}

	private StatementSpec select(String rest) {
		return this.jdbc.sql("select " + this.table.columns() + " from " + this.table.name() + rest);
	}

	/**
	 * Removes an entry.
	 */
	public final void remove(long id) {
		change((before) -> {
			E removed = get(id);
			this.jdbc.sql("delete from " + this.table.name() + " where id = ?").param(id).update();
			return removed;
		});
	}

	/**
	 * Changes the table and the entries in use.
	 */
	protected final <R> R change(Function<List<E>, R> change) {
		try {
			Changed<E, R> changed = Objects.requireNonNull(this.transaction.execute((status) -> {
				this.jdbc.sql("update moderation_list set revision = revision + 1 where name = ?")
					.param(this.table.revision())
					.update();
				this.regions.changed(this.table.region());
				R result = change.apply(entries());
				return new Changed<>(result, revision(), entries());
			}));
			use(changed.revision(), changed.entries());
			return changed.result();
		}
		catch (DataAccessException | TransactionException ex) {
			useWhatIsCommitted(ex);
			throw ex;
		}
	}

	/**
	 * Reads the table again, because the outcome of the commit is unknown.
	 */
	private void useWhatIsCommitted(RuntimeException failure) {
		try {
			read();
		}
		catch (RuntimeException ex) {
			failure.addSuppressed(ex);
		}
	}

	/**
	 * Reads the table, and reads it again whenever another instance changes it.
	 * @throws RuntimeException if it cannot be read; the service then fails to start
	 */
	@Override
	public void afterPropertiesSet() {
		this.regions.onChange(this.table.region(), this::read);
		read();
	}

	/**
	 * Reads the revision before the entries: if the entries are newer, they are read once
	 * more than needed.
	 */
	private synchronized void read() {
		this.transaction.executeWithoutResult((status) -> {
			long latest = revision();
			if (latest != this.revision) {
				use(entries());
				this.revision = latest;
			}
		});
	}

	private long revision() {
		return this.jdbc.sql("select revision from moderation_list where name = ?")
			.param(this.table.revision())
			.query(Long.class)
			.single();
	}

	/**
	 * Ignores entries older than those in use: the first to commit may arrive last.
	 */
	private synchronized void use(long latest, List<E> entries) {
		if (latest > this.revision) {
			use(entries);
			this.revision = latest;
		}
	}

	private record Changed<E, R>(R result, long revision, List<E> entries) {
	}

	/**
	 * The table behind a list.
	 *
	 * @param columns the columns of an entry, as in {@code select}
	 * @param revision its name in {@code moderation_list}
	 * @param region its region
	 * @param unknown the problem for a number without a row
	 */
	public record Table(String name, String columns, String revision, String region, ProblemType unknown) {
	}

}
