package dev.yoil.ehcache.internal.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.springframework.core.io.ClassPathResource;

/**
 * The SQL of triggers in PostgreSQL that raise the region of each table in transactions
 * of any program. A write of a partitioned table raises the regions of its partitions,
 * and a write of a partition those of the tables that it is part of.
 */
public final class TableTriggers {

	/** The first version with {@code create or replace trigger}. */
	private static final int VERSION = 14;

	private static final String SCHEMA = "select quote_ident(nspname) from pg_class c join pg_namespace n "
			+ "on n.oid = relnamespace where c.oid = to_regclass('cache_region')";

	private TableTriggers() {
	}

	/**
	 * Returns the SQL for the tables in the schemas of a connection, which may run any
	 * number of times.
	 * @throws IllegalStateException if the database cannot have the triggers; the message
	 * says why and how to fix it
	 */
	public static String sql(Connection connection) throws SQLException, IOException {
		if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")
				|| connection.getMetaData().getDatabaseMajorVersion() < VERSION) {
			throw new IllegalStateException("The triggers need PostgreSQL " + VERSION + " or later. Connect to one.");
		}
		try (Statement statement = connection.createStatement()) {
			String schema = schema(statement);
			StringBuilder sql = new StringBuilder(text("table-triggers.sql").replace("@schema@", schema));
			List<String> refused = new ArrayList<>();
			try (ResultSet row = statement.executeQuery(text("triggered-tables.sql"))) {
				while (row.next()) {
					if (!row.getBoolean(3)) {
						refused.add(row.getString(1));
					}
					sql.append(
							"""
									create or replace trigger cache_region_note after insert or update or delete or truncate on %s
										for each statement execute function %s.cache_region_note(%s);
									"""
								.formatted(row.getString(1), schema, names((String[]) row.getArray(2).getArray())));
				}
			}
			if (!refused.isEmpty()) {
				throw new IllegalStateException("The database user may not create triggers on "
						+ String.join(", ", refused) + ". Connect as the owner of the tables.");
			}
			return sql.toString();
		}
	}

	private static String text(String resource) throws IOException {
		return new ClassPathResource(resource, TableTriggers.class).getContentAsString(StandardCharsets.UTF_8);
	}

	private static String schema(Statement statement) throws SQLException {
		try (ResultSet row = statement.executeQuery(SCHEMA)) {
			if (!row.next()) {
				throw new IllegalStateException("The database has no table cache_region. Create it by the script "
						+ "classpath:dev/yoil/ehcache/cluster/cache_region.sql.");
			}
			return row.getString(1);
		}
	}

	private static String names(String[] tables) {
		return Arrays.stream(tables)
			.map((table) -> "'" + SqlTokens.fold(table).replace("'", "''") + "'")
			.distinct()
			.sorted()
			.collect(Collectors.joining(", "));
	}

}
