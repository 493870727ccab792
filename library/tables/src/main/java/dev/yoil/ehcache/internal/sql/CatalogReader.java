package dev.yoil.ehcache.internal.sql;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

import dev.yoil.ehcache.internal.sql.DatabaseCatalog.Row;
import dev.yoil.ehcache.internal.sql.Use.Kind;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ClassPathResource;

/**
 * Reads the catalog of H2 or PostgreSQL by a script of queries. Of other databases, it
 * reads only names.
 */
final class CatalogReader {

	private final Connection connection;

	private final List<Row> rows = new ArrayList<>();

	private final List<String> unread = new ArrayList<>();

	CatalogReader(Connection connection) {
		this.connection = connection;
	}

	DatabaseCatalog read() {
		try (Statement statement = this.connection.createStatement()) {
			DatabaseMetaData metaData = this.connection.getMetaData();
			switch (metaData.getDatabaseProductName()) {
				case "PostgreSQL" -> script("postgresql.sql", statement);
				case "H2" -> script("h2.sql", statement);
				default -> readNames(metaData);
			}
		}
		catch (Exception ex) {
			unread("product", Set.of(Kind.READ), ex);
		}
		return new DatabaseCatalog(this.rows, this.unread);
	}

	/**
	 * The first line of each query has its name, and what is unknown if it fails.
	 */
	private void script(String resource, Statement statement) throws Exception {
		String script = new ClassPathResource(resource, getClass()).getContentAsString(StandardCharsets.UTF_8);
		for (String query : script.strip().split(";\\R+", -1)) {
			String title = query.substring(0, query.indexOf('\n'));
			part(title.substring(title.indexOf(": ") + 2),
					title.startsWith("-- changes") ? Use.CHANGES : Set.of(Kind.READ),
					() -> statement.executeQuery(query),
					(row) -> add(row.getString(1), row.getString(2), row.getString(3), row.getString(4)));
		}
	}

	/** JDBC does not know what is behind a view, or which tables have triggers. */
	private void readNames(DatabaseMetaData metaData) throws Exception {
		Set<Kind> statements = Set.of(Kind.READ);
		part("schemas", statements, metaData::getSchemas, (row) -> add("SCHEMA", row.getString(1), null, null));
		part("catalogs", statements, metaData::getCatalogs, (row) -> add("SCHEMA", row.getString(1), null, null));
		part("tables", statements, () -> metaData.getTables(null, null, "%", null), (row) -> {
			if (Set.of("TABLE", "BASE TABLE").contains(row.getString(4))) {
				add("TABLE", row.getString(3), null, null);
			}
			else if (!row.getString(4).startsWith("SYSTEM")) {
				unknown(row.getString(3), EnumSet.allOf(Kind.class));
			}
		});
		RowReader routine = (row) -> {
			add("FUNCTION", row.getString(3), null, null);
			unknown(row.getString(3), Set.of(Kind.READ));
		};
		part("functions", statements, () -> metaData.getFunctions(null, null, "%"), routine);
		part("procedures", statements, () -> metaData.getProcedures(null, null, "%"), routine);
		unknown("", Use.CHANGES);
	}

	private void add(String kind, String name, @Nullable String text, @Nullable String as) {
		this.rows.add(new Row(kind, SqlTokens.fold(name), text, as));
	}

	private void unknown(String name, Set<Kind> uses) {
		uses.forEach((use) -> add(use.name(), name, null, null));
	}

	private void unread(String part, Set<Kind> uses, Exception ex) {
		this.unread.add(part + " (" + String.valueOf(ex.getMessage()).lines().findFirst().orElse("") + ")");
		unknown("", uses);
	}

	private void part(String name, Set<Kind> uses, Callable<ResultSet> query, RowReader reader) throws Exception {
		// After a failure, PostgreSQL refuses further statements of the transaction.
		Savepoint before = this.connection.getAutoCommit() ? null : this.connection.setSavepoint();
		try (ResultSet result = query.call()) {
			while (result.next()) {
				reader.read(result);
			}
		}
		catch (Exception ex) {
			unread(name, uses, ex);
		}
		if (before != null) {
			this.connection.rollback(before);
		}
	}

	/** Reads the current row. */
	@FunctionalInterface
	private interface RowReader {

		void read(ResultSet row) throws SQLException;

	}

}
