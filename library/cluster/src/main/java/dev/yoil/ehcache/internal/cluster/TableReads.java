package dev.yoil.ehcache.internal.cluster;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.yoil.ehcache.region.RegionRead;
import dev.yoil.ehcache.region.RegionVersion;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Reads of the versions of regions. In PostgreSQL, a read has one statement and returns
 * the rows of the transactions that were not visible to the last one: those that were
 * running then, by their ids, and all later ones. A transaction that commits out of order
 * is among the running ones, so no change is missed.
 */
final class TableReads {

	/** The rows of one statement. Ten thousands take a few ten milliseconds. */
	static final int MOST = 20_000;

	/** The rows that are regions, or the secret. */
	static final String REGIONS = "region not like '#node %' and region not like '#horizon%'";

	/** The snapshot of the statement, and what identifies the run of the database. */
	private static final String HEAD = """
			select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text || ' '
			|| 'cache_region'::regclass::oid || ' '
			|| (select oid from pg_database where datname = current_database())
			|| coalesce((select ' ' || tag || ' ' || changed from cache_region where region = '#token'), '') as history,
			(extract(epoch from clock_timestamp()) * 1000000)::bigint as read_at,
			coalesce((select n from cache_region where region = '#horizon'), 0) as horizon""";

	/**
	 * A restored table may have positions of another server, which are beyond the
	 * snapshot.
	 */
	static final String CHANGED = """
			with head as (%s), changes as (
			(select region, n, tag from cache_region where changed >= cast(? as xid8)
			and changed < pg_snapshot_xmax(pg_current_snapshot()) and %s order by changed limit %d)
			union all
			(select region, n, tag from cache_region where changed = any(cast(? as xid8[])) and %s limit %d))
			select snapshot, history, read_at, horizon, region, n, tag from head left join changes on true"""
		.formatted(HEAD, REGIONS, MOST + 1, REGIONS, MOST + 1);

	private static final String PART = "select region, n, tag from cache_region where region > ? and " + REGIONS
			+ " order by region limit " + MOST;

	private static final String HORIZON = "select n from cache_region where region = '#horizon'";

	private TableReads() {
	}

	/**
	 * Reads what has changed since an earlier read in PostgreSQL. Reads all rows if that
	 * read was of another run of the database, or if very many have changed.
	 */
	static RegionRead changes(JdbcTemplate jdbc, @Nullable RegionRead last,
			Consumer<Map<String, RegionVersion>> parts) {
		if (last == null || !(last.position() instanceof Position from)) {
			return all(jdbc, (head) -> false, parts);
		}
		Map<String, RegionVersion> changes = new HashMap<>();
		Head head = Objects.requireNonNull(jdbc.query(CHANGED, (rows) -> {
			rows.next();
			Head first = head(rows);
			do {
				if (rows.getString("region") != null) {
					changes.put(rows.getString("region"), version(rows));
				}
			}
			while (rows.next());
			return first;
		}, new SqlParameterValue(Types.OTHER, from.next()), new SqlParameterValue(Types.OTHER, from.running())));
		if (changes.size() > MOST || !head.position().history().equals(from.history())) {
			return all(jdbc, (now) -> isGap(last, from, now), parts);
		}
		parts.accept(changes);
		return new RegionRead(head.position(), head.horizon(), false, isGap(last, from, head));
	}

	/**
	 * Tells whether rows that have changed since a read may have been removed. Those of
	 * another run of the database may be missing for other reasons.
	 */
	private static boolean isGap(RegionRead last, Position from, Head head) {
		long margin = TimeUnit.MILLISECONDS.toMicros(RegionRead.MARGIN.toMillis());
		return head.horizon() != last.horizon()
				&& (from.readAt() < head.horizon() + margin || !head.position().history().equals(from.history()));
	}

	/**
	 * Reads all rows as of one moment, in statements that end before their timeout.
	 */
	private static RegionRead all(JdbcTemplate jdbc, Predicate<Head> isGap,
			Consumer<Map<String, RegionVersion>> parts) {
		RegionRead read = jdbc.execute((ConnectionCallback<RegionRead>) (connection) -> {
			int isolation = connection.getTransactionIsolation();
			boolean autoCommit = connection.getAutoCommit();
			connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
			connection.setAutoCommit(false);
			try {
				JdbcTemplate one = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
				one.setQueryTimeout(jdbc.getQueryTimeout());
				Head head = Objects.requireNonNull(one.queryForObject(HEAD, (row, number) -> head(row)));
				parts(one, parts);
				return new RegionRead(head.position(), head.horizon(), true, isGap.test(head));
			}
			finally {
				connection.rollback();
				connection.setAutoCommit(autoCommit);
				connection.setTransactionIsolation(isolation);
			}
		});
		return Objects.requireNonNull(read);
	}

	/**
	 * Reads all rows in a database of one instance, which has no transaction ids.
	 */
	static RegionRead all(JdbcTemplate jdbc, Consumer<Map<String, RegionVersion>> parts) {
		long horizon = jdbc.queryForList(HORIZON, Long.class).stream().mapToLong(Long::longValue).max().orElse(0);
		parts(jdbc, parts);
		return RegionRead.ofAll(horizon);
	}

	private static void parts(JdbcTemplate jdbc, Consumer<Map<String, RegionVersion>> parts) {
		AtomicReference<String> last = new AtomicReference<>("");
		Map<String, RegionVersion> part = new HashMap<>();
		do {
			part.clear();
			jdbc.query(PART, (row) -> {
				last.set(row.getString("region"));
				part.put(last.get(), version(row));
			}, last.get());
			parts.accept(part);
		}
		while (part.size() == MOST);
	}

	private static RegionVersion version(ResultSet row) throws SQLException {
		return new RegionVersion(row.getLong("n"), row.getObject("tag", UUID.class));
	}

	private static Head head(ResultSet row) throws SQLException {
		String[] snapshot = row.getString("snapshot").split(":", -1);
		return new Head(
				new Position(row.getString("history"), snapshot[1], "{" + snapshot[2] + "}", row.getLong("read_at")),
				row.getLong("horizon"));
	}

	/** State of a read besides the rows. */
	private record Head(Position position, long horizon) {
	}

	/**
	 * The transactions that a read has not seen.
	 *
	 * @param history the start of the server, the database, the table and its secret.
	 * With another one, the ids of transactions may have another meaning
	 * @param next the lowest id that was not assigned or still running beyond the others
	 * @param running the lower ids of transactions that were running, as an array
	 * @param readAt the time of the database in microseconds since 1970
	 */
	private record Position(String history, String next, String running, long readAt) {
	}

}
