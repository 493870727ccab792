package dev.yoil.ehcache.internal.cluster;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Removes the rows of regions that have not changed for a long time, if there are very
 * many. First one instance records a moment and the oldest transaction that runs then.
 * When the moment is old enough, it becomes the horizon: instances forget older versions.
 * Then rows from before the horizon are removed. For one thread.
 */
final class RegionPruning {

	/** The number of rows above which those are removed that are older than a day. */
	static final int MANY = 100_000;

	/** The number of rows above which those are removed that are older than an hour. */
	static final int VERY_MANY = 1_000_000;

	/** The rows that one statement removes. */
	static final int BATCH = 1_000;

	private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

	private static final String NOW = "(extract(epoch from clock_timestamp()) * 1000000)::bigint";

	/**
	 * All transactions before that of the row had ended at the time of the row.
	 */
	private static final String RECORD = "insert into cache_region (region, n, tag, changed) values ('#horizon next', "
			+ NOW + ", gen_random_uuid(), pg_snapshot_xmin(pg_current_snapshot())) on conflict do nothing";

	private static final String MOVE = """
			with due as (select n, changed from cache_region where region = '#horizon next' and n < %1$s - ?
			for update skip locked),
			moved as (insert into cache_region (region, n, tag, changed)
			select '#horizon', n, gen_random_uuid(), changed from due
			on conflict (region) do update set n = excluded.n, tag = excluded.tag, changed = excluded.changed)
			update cache_region set n = %1$s, changed = pg_snapshot_xmin(pg_current_snapshot()) from due
			where region = '#horizon next'""".formatted(NOW);

	/**
	 * Waits for no writer. The position of a row from another server means nothing, but
	 * its time does.
	 */
	private static final String REMOVE = """
			delete from cache_region where region in (select region from cache_region
			where changed < (select changed from cache_region where region = '#horizon')
			and n < (select n from cache_region where region = '#horizon') and region <> '#token' and %s
			order by changed limit %d for update skip locked)""".formatted(TableReads.REGIONS, BATCH);

	private static final String LATEST = "select n from cache_region where " + TableReads.REGIONS
			+ " order by n desc offset ? rows fetch next 1 rows only";

	private static final String REMOVE_OLDER = "delete from cache_region where region in (select region from "
			+ "cache_region where n < ? and region <> '#token' and " + TableReads.REGIONS + " limit 10000)";

	private static final Logger LOG = LoggerFactory.getLogger(RegionPruning.class);

	private long nextAt = System.nanoTime();

	private boolean failing;

	/**
	 * Does a small part of the work if it is due. Does not throw, because a failure
	 * changes nothing but the size of the table.
	 * @param rows the number of rows
	 */
	void run(JdbcTemplate jdbc, int rows) {
		if (rows > MANY && System.nanoTime() - this.nextAt >= 0) {
			try {
				int removed = run(jdbc, (rows > VERY_MANY) ? Duration.ofHours(1) : Duration.ofDays(1));
				this.nextAt = System.nanoTime() + ((removed < BATCH) ? INTERVAL_NANOS : 0);
				this.failing = false;
			}
			catch (DataAccessException ex) {
				this.nextAt = System.nanoTime() + INTERVAL_NANOS;
				if (!this.failing) {
					LOG.warn(
							"Failed to remove old rows of cache_region, which has about {} rows; retrying every minute. {}",
							rows, ex.toString());
				}
				this.failing = true;
			}
		}
	}

	/**
	 * Moves the horizon if it is due, and removes some rows from before it.
	 * @param age the least age of a horizon
	 * @return the number of rows that were removed
	 */
	static int run(JdbcTemplate jdbc, Duration age) {
		jdbc.update(RECORD);
		jdbc.update(MOVE, TimeUnit.MILLISECONDS.toMicros(age.toMillis()));
		return jdbc.update(REMOVE);
	}

	/**
	 * Removes rows from the table of a single instance, PostgreSQL or H2. Its
	 * transactions end soon after they increment a version.
	 * @param kept the number of the latest rows, which stay
	 */
	static void keep(JdbcTemplate jdbc, int kept) {
		List<Long> horizon = jdbc.queryForList(LATEST, Long.class, kept - 1);
		if (horizon.isEmpty()) {
			return;
		}
		if (jdbc.update("update cache_region set n = ? where region = '#horizon'", horizon.get(0)) == 0) {
			jdbc.update("insert into cache_region (region, n, tag) values ('#horizon', ?, ?)", horizon.get(0),
					UUID.randomUUID());
		}
		int removed;
		do {
			removed = jdbc.update(REMOVE_OLDER, horizon.get(0));
		}
		while (removed > 0);
	}

}
