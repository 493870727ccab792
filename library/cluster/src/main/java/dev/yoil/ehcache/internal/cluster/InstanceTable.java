package dev.yoil.ehcache.internal.cluster;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The instances of the cluster, kept in the table of the regions. The row of an instance
 * has its URL as the region, its id as the tag, as the number the time of the last write,
 * and a report about itself. {@link RegionWatch} reads and writes the rows. Thread-safe.
 */
public final class InstanceTable {

	/** In characters, so that it fits into the column. */
	public static final int MAX_URL_LENGTH = 190;

	/** In characters. A longer report is not written. */
	static final int MAX_REPORT_LENGTH = 100_000;

	/** In characters. The instances beyond have no report. */
	static final int MAX_READ = 4_000_000;

	/** No region of an application begins with a number sign. */
	static final String PREFIX = "#node ";

	/** The time after which an instance counts as lost: three writes are missing. */
	static final Duration LOST = Duration.ofSeconds(16);

	/** The age at which the row of a lost instance is deleted. */
	static final Duration KEPT = Duration.ofMinutes(10);

	private static final Logger LOG = LoggerFactory.getLogger(InstanceTable.class);

	private static final String NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

	/** The id before the report tells that this process wrote it. */
	private static final String WRITE = """
			with clock as (select %s as millis),
			dead as (delete from cache_region where region in (select region from cache_region, clock
				where region like '#node %%' and region <> ? and n < millis - %d for update of cache_region skip locked))
			insert into cache_region (region, n, tag, report) select ?, millis, ?, ? from clock
			on conflict (region) do update set n = excluded.n, tag = excluded.tag, report = excluded.report"""
		.formatted(NOW, KEPT.toMillis());

	/**
	 * In the order of the URLs, as Java sorts them. The size is limited, because a long
	 * read would end the lease.
	 */
	private static final String READ = """
			select region, n, tag, %s - n as age,
			case when total <= %d and starts_with(report, tag::text) then substr(report, 38) end as report
			from (select region, n, tag, report, sum(octet_length(report)) over (order by region collate "C") as total
				from cache_region where region like '#node %%' order by region collate "C" limit 1000) as instances
			order by region collate "C" asc""".formatted(NOW, MAX_READ);

	private static final long READ_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long WRITE_NANOS = TimeUnit.SECONDS.toNanos(5);

	/** The time for which rows are read after a request for them. */
	private static final long REQUESTED_NANOS = TimeUnit.SECONDS.toNanos(10);

	/** The longest wait of the first caller after a pause. */
	private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final DatabaseRegionTable table;

	private final UUID here;

	private volatile @Nullable Own own;

	private long writeAt = System.nanoTime();

	private Rows rows = new Rows(List.of(), System.nanoTime());

	private long requestedAt = System.nanoTime() - REQUESTED_NANOS;

	/** The time of the first request after a pause. */
	private long firstRequestedAt = this.requestedAt;

	/**
	 * Creates the table; performs no I/O.
	 */
	public InstanceTable(DatabaseRegionTable table) {
		this.table = table;
		this.here = UUID.fromString(table.instance());
	}

	/**
	 * {@return the id of this instance}
	 */
	public UUID here() {
		return this.here;
	}

	/**
	 * Begins to write the row of this instance.
	 * @param base its base URL
	 * @param report returns the report, which is written every five seconds; it is called
	 * by the thread that renews the lease, so it must return at once
	 */
	public void announce(String base, Supplier<@Nullable String> report) {
		this.own = new Own(base, report);
	}

	/**
	 * Returns the instances as of the last read, ordered by URL, always with this one.
	 * Rows are read every second while they are requested. After a pause, waits for the
	 * next read, at most for a second.
	 */
	public List<Row> instances() {
		Rows read = latest();
		long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - read.at());
		List<Row> instances = new ArrayList<>();
		for (Row row : read.instances()) {
			instances.add(new Row(row.id(), row.url(), row.seenAt(),
					(row.ageMillis() != null) ? (Long) (row.ageMillis() + passed) : null, row.here(), row.lost(),
					row.report()));
		}
		if (instances.stream().noneMatch(Row::here)) {
			Own known = this.own;
			instances.add(0, new Row(this.here, (known != null) ? known.url() : null, null, null, true, false, null));
		}
		return instances;
	}

	private synchronized Rows latest() {
		long now = System.nanoTime();
		if (now - this.requestedAt >= REQUESTED_NANOS) {
			this.firstRequestedAt = now;
		}
		this.requestedAt = now;
		try {
			while (this.rows.at() - this.firstRequestedAt < 0 && now - this.firstRequestedAt < WAIT_NANOS) {
				TimeUnit.NANOSECONDS.timedWait(this, this.firstRequestedAt + WAIT_NANOS - now);
				now = System.nanoTime();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return this.rows;
	}

	private synchronized boolean isToRead() {
		long now = System.nanoTime();
		return now - this.requestedAt < REQUESTED_NANOS
				&& (this.rows.at() - this.firstRequestedAt < 0 || now - this.rows.at() >= READ_NANOS);
	}

	private synchronized void read(List<Row> instances) {
		this.rows = new Rows(instances, System.nanoTime());
		notifyAll();
	}

	/**
	 * Writes the row of this instance every five seconds, deletes the rows of instances
	 * that are lost for long, and reads all rows if they are requested.
	 */
	void exchange(JdbcTemplate jdbc) {
		Own known = this.own;
		if (known != null && System.nanoTime() - this.writeAt >= 0) {
			String region = PREFIX + known.url();
			jdbc.update(WRITE, region, region, this.here, report(known));
			this.writeAt = System.nanoTime() + WRITE_NANOS;
		}
		if (isToRead()) {
			read(jdbc.query(READ, (row, number) -> instance(row)));
		}
	}

	/** A failure must not end the lease. */
	private @Nullable String report(Own known) {
		try {
			String report = known.report().get();
			if (report == null || report.length() <= MAX_REPORT_LENGTH) {
				return (report != null) ? this.here + " " + report : null;
			}
			LOG.debug("The report of this instance has {} characters, more than {}", report.length(),
					MAX_REPORT_LENGTH);
		}
		catch (RuntimeException ex) {
			LOG.debug("Failed to create the report of this instance", ex);
		}
		return null;
	}

	private Row instance(ResultSet row) throws SQLException {
		UUID id = row.getObject("tag", UUID.class);
		long age = Math.max(0, row.getLong("age"));
		return new Row(id, row.getString("region").substring(PREFIX.length()), Instant.ofEpochMilli(row.getLong("n")),
				age, id.equals(this.here), age > LOST.toMillis(), row.getString("report"));
	}

	/**
	 * Deletes the row of this instance, which is shutting down.
	 */
	void delete() {
		Own known = this.own;
		if (known != null) {
			boolean unused = this.table.runLater(() -> this.table.jdbc()
				.update("delete from cache_region where region = ? and tag = ?", PREFIX + known.url(), this.here),
					Duration.ZERO);
		}
	}

	/**
	 * This instance.
	 *
	 * @param url its base URL
	 * @param report returns its report
	 */
	private record Own(String url, Supplier<@Nullable String> report) {
	}

	/**
	 * The rows of one read.
	 *
	 * @param at the time of the read by {@link System#nanoTime()}
	 */
	private record Rows(List<Row> instances, long at) {
	}

	/**
	 * An instance, as the table has it.
	 *
	 * @param id unique for each process
	 * @param url its base URL; {@code null} before it is known
	 * @param seenAt when the instance last wrote its row, by the clock of the database;
	 * {@code null} before the first write
	 * @param ageMillis the time since then, by the same clock; {@code null} likewise
	 * @param here whether this is the instance that was asked
	 * @param lost whether the instance has missed several writes: it has ended without a
	 * shutdown, or cannot reach the database
	 * @param report what the instance has written about itself; {@code null} if nothing,
	 * as by an earlier version
	 */
	public record Row(UUID id, @Nullable String url, @Nullable Instant seenAt, @Nullable Long ageMillis, boolean here,
			boolean lost, @Nullable String report) {
	}

}
