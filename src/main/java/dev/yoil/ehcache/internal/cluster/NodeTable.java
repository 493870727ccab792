package dev.yoil.ehcache.internal.cluster;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The instances of the cluster, kept in the table of the regions. The row of an instance
 * has its URL as the region, its id as the tag, and as the number the time of the last
 * write. {@link RegionWatch} reads and writes the rows. Thread-safe.
 */
public final class NodeTable {

	/** In characters, so that it fits into the column. */
	public static final int MAX_URL_LENGTH = 190;

	/** No region of an application begins with a number sign. */
	static final String PREFIX = "#node ";

	private static final String WRITE = """
			with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as millis),
			dead as (delete from cache_region where region in (select region from cache_region, clock
				where region like '#node %' and region <> ? and n < millis - 60000 for update of cache_region skip locked))
			insert into cache_region (region, n, tag) select ?, millis, ? from clock
			on conflict (region) do update set n = excluded.n, tag = excluded.tag returning n""";

	/** In the order of the URLs, as Java sorts them. */
	private static final String READ = "select region, n, tag from cache_region where region like '#node %' "
			+ "order by region collate \"C\"";

	private static final long READ_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long WRITE_NANOS = TimeUnit.SECONDS.toNanos(5);

	private final DatabaseRegionTable table;

	private final ClusterNode here;

	private volatile @Nullable String url;

	private volatile List<ClusterNode> read = List.of();

	/** Database clock minus {@link System#nanoTime()}. */
	private volatile @Nullable Long clockOffsetMillis;

	private long readAt = System.nanoTime();

	private long writeAt = System.nanoTime();

	/**
	 * Creates the table; performs no I/O.
	 */
	public NodeTable(DatabaseRegionTable table) {
		this.table = table;
		this.here = new ClusterNode(UUID.fromString(table.instance()), null, null, true, false, null);
	}

	/**
	 * {@return this instance}
	 */
	public ClusterNode here() {
		return this.here;
	}

	/**
	 * Tells the other instances how to reach this one.
	 */
	public void announce(String base) {
		this.url = base;
	}

	/**
	 * {@return the time of the database in milliseconds since the epoch; {@code null}
	 * before the first write}
	 */
	public @Nullable Long now() {
		Long offset = this.clockOffsetMillis;
		return (offset != null) ? offset + monotonicMillis() : null;
	}

	private static long monotonicMillis() {
		return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
	}

	/**
	 * {@return the instances as of the last read, ordered by URL, always with this one}
	 */
	public List<ClusterNode> nodes() {
		List<ClusterNode> nodes = this.read;
		return nodes.stream().anyMatch(ClusterNode::here) ? nodes : List.of(this.here);
	}

	/**
	 * Reads the rows of all instances every second. Writes the row of this instance every
	 * five seconds, and deletes the rows of instances that have not written theirs for a
	 * minute.
	 */
	void exchange(JdbcTemplate jdbc) {
		String base = this.url;
		long now = System.nanoTime();
		if (base == null || now - this.readAt < 0) {
			return;
		}
		if (now - this.writeAt >= 0) {
			Long written = jdbc.queryForObject(WRITE, Long.class, PREFIX + base, PREFIX + base, this.here.id());
			if (written != null) {
				this.clockOffsetMillis = written - monotonicMillis();
			}
			this.writeAt = System.nanoTime() + WRITE_NANOS;
		}
		this.read = jdbc.query(READ, (row, number) -> node(row));
		this.readAt = System.nanoTime() + READ_NANOS;
	}

	private ClusterNode node(ResultSet row) throws SQLException {
		UUID id = row.getObject("tag", UUID.class);
		return new ClusterNode(id, row.getString("region").substring(PREFIX.length()),
				Instant.ofEpochMilli(row.getLong("n")), id.equals(this.here.id()), false, null);
	}

	/**
	 * Deletes the row of this instance, which is shutting down.
	 */
	void delete() {
		String base = this.url;
		if (base != null) {
			this.table.inBackground((jdbc) -> jdbc.update("delete from cache_region where region = ? and tag = ?",
					PREFIX + base, this.here.id()));
		}
	}

}
