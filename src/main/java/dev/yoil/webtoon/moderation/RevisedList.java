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
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A table that every instance also holds in memory, to use it without asking the
 * database. Each change counts the table's revision up, which makes changes wait for each
 * other, and is a change of the table's region, of which other instances hear. The first
 * read is over before the service listens; while the database is away, the last entries
 * stay in use. Thread-safe.
 *
 * @param <E> an entry of the table, with a component for each column
 */
public abstract class RevisedList<E> implements InitializingBean {

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final Regions regions;

	private final Table table;

	private final Class<E> type;

	/** Of the entries in use; guarded by this object's lock. */
	private long revision = -1;

	protected RevisedList(JdbcClient jdbc, TransactionTemplate transaction, Regions regions, Table table,
			Class<E> type) {
		this.jdbc = jdbc;
		this.transaction = transaction;
		this.regions = regions;
		this.table = table;
		this.type = type;
	}

	/**
	 * Uses these entries from now on.
	 * @param entries all there are
	 */
	protected abstract void use(List<E> entries);

	/**
	 * Reads all entries.
	 * @return the entries in the order in which they were added
	 */
	protected final List<E> entries() {
		return select(" order by id").query(this.type).list();
	}

	/**
	 * Reads a page of the entries.
	 * @param part which page
	 * @return the page, in the order in which the entries were added
	 */
	public final ListPage<E> page(PageParameters part) {
		List<E> items = select(" order by id offset ? rows fetch next ? rows only").params(part.offset(), part.size())
			.query(this.type)
			.list();
		long total = this.jdbc.sql("select count(*) from " + this.table.name()).query(Long.class).single();
		return new ListPage<>(items, part.page(), part.size(), total);
	}

	/**
	 * Reads one entry.
	 * @param id its number
	 * @return the entry
	 * @throws org.springframework.web.ErrorResponseException if there is none
	 */
	public final E get(long id) {
		return select(" where id = ?").param(id)
			.query(this.type)
			.optional()
			.orElseThrow(() -> this.table.unknown().exception("There is nothing of this number."));
	}

	private StatementSpec select(String rest) {
		return this.jdbc.sql("select " + this.table.columns() + " from " + this.table.name() + rest);
	}

	/**
	 * Removes an entry.
	 * @param id its number
	 * @throws org.springframework.web.ErrorResponseException if there is none
	 */
	public final void remove(long id) {
		change((before) -> {
			E removed = get(id);
			this.jdbc.sql("delete from " + this.table.name() + " where id = ?").param(id).update();
			return removed;
		});
	}

	/**
	 * Changes the table, and what this instance uses.
	 * @param change gets the entries, which nobody else changes meanwhile; nothing is
	 * changed if it throws
	 * @return what the change returned
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
	 * Nobody knows whether the change is committed.
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
	 * Reads the table for the first time, and again whenever another instance changed it.
	 * @throws RuntimeException if it cannot be read: the service must not start then
	 */
	@Override
	public void afterPropertiesSet() {
		this.regions.onChange(this.table.region(), this::read);
		read();
	}

	/**
	 * The revision is read before the entries, which may be newer: then they are read
	 * once more than needed.
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
	 * Whoever committed first may come here last.
	 */
	private synchronized void use(long latest, List<E> entries) {
		if (latest > this.revision) {
			use(entries);
			this.revision = latest;
		}
	}

	/**
	 * What a transaction has changed.
	 *
	 * @param result what the change returned
	 * @param revision the revision of the table since then
	 * @param entries all entries since then
	 */
	private record Changed<E, R>(R result, long revision, List<E> entries) {
	}

	/**
	 * The table that holds a list.
	 *
	 * @param name its name
	 * @param columns those that make an entry, as SQL has them behind {@code select}
	 * @param revision what {@code moderation_list} calls it
	 * @param region the region that its rows are
	 * @param unknown the problem of a number that no row has
	 */
	public record Table(String name, String columns, String revision, String region, ProblemType unknown) {
	}

}
