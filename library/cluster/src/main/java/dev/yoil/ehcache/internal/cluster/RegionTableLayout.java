package dev.yoil.ehcache.internal.cluster;

import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The layout of the table of regions in the database of the application. Thread-safe.
 * Each method reads the database and throws what {@link JdbcTemplate} throws.
 */
public final class RegionTableLayout {

	/** The fix for the problems of {@link #problemForCluster()}. */
	public static final String REMEDY = "Run the script classpath:" + DatabaseRegionTable.SCRIPT
			+ " in a PostgreSQL database. " + "For a single instance, remove <service>.";

	private static final Logger LOG = LoggerFactory.getLogger(RegionTableLayout.class);

	/** The trigger that sets the number and the other columns of each row. */
	private static final String TRIGGER = "select count(*) from pg_trigger where tgrelid = 'cache_region'::regclass "
			+ "and tgname = 'cache_region_change'";

	/** The column for the reports of instances, which only a cluster needs. */
	private static final String REPORT = "select count(*) from pg_attribute where attrelid = 'cache_region'::regclass "
			+ "and attname = 'report' and not attisdropped";

	private final JdbcTemplate jdbc;

	private volatile @Nullable String product;

	RegionTableLayout(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * {@return why several instances cannot use the database, as a sentence; {@code null}
	 * if they can}
	 */
	public @Nullable String problemForCluster() {
		if (!isPostgres()) {
			return "a cluster needs PostgreSQL, and the database is " + this.product + ".";
		}
		if (!isPresent()) {
			return "the database has no table cache_region, which a cluster needs.";
		}
		String layout = problem();
		return (layout == null && Objects.equals(this.jdbc.queryForObject(REPORT, Long.class), 0L))
				? "the table cache_region has the layout of an earlier version: it has no column report." : layout;
	}

	/**
	 * {@return the problem with the layout of a present table as a sentence; {@code null}
	 * if there is none}
	 */
	public @Nullable String problem() {
		if (isPostgres() && Objects.equals(this.jdbc.queryForObject(TRIGGER, Long.class), 0L)) {
			return "the table cache_region has the layout of an earlier version: it has no trigger cache_region_change.";
		}
		return null;
	}

	boolean isPostgres() {
		if (this.product == null) {
			this.product = this.jdbc.execute(
					(ConnectionCallback<String>) (connection) -> connection.getMetaData().getDatabaseProductName());
		}
		return "PostgreSQL".equals(this.product);
	}

	/**
	 * {@return whether the database is of a known product and has the table}
	 */
	public boolean isPresent() {
		if (isPostgres()) {
			return this.jdbc.queryForObject("select to_regclass('cache_region')::text", String.class) != null;
		}
		try {
			return "H2".equals(this.product) && this.jdbc.queryForList("select n from cache_region limit 0").isEmpty();
		}
		catch (BadSqlGrammarException ex) {
			LOG.debug("There is no table cache_region", ex);
			return false;
		}
	}

}
