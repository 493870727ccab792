package dev.yoil.ehcache.internal.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.yoil.ehcache.internal.sql.DatabaseCatalog.Row;
import dev.yoil.ehcache.internal.sql.DatabaseCatalog.Use;
import org.jspecify.annotations.Nullable;

/**
 * Reads the catalog of H2 or PostgreSQL by a script of queries. Of other databases, it
 * reads only names.
 */
final class CatalogReader {

	private static final Pattern TITLE = Pattern.compile("-- (statements|changes): (.+)");

	private final Connection connection;

	private final List<Row> rows = new ArrayList<>();

	private final List<String> unread = new ArrayList<>();

	private @Nullable Set<String> schemas;

	private boolean standardLexis;

	CatalogReader(Connection connection) {
		this.connection = connection;
	}

	DatabaseCatalog read() {
		part("product", this::unknownStatements, () -> {
			DatabaseMetaData metaData = this.connection.getMetaData();
			part("schemas", () -> this.schemas = null, () -> readSchemas(metaData));
			switch (metaData.getDatabaseProductName()) {
				case "PostgreSQL" -> {
					part("standard_conforming_strings", () -> this.standardLexis = false,
							() -> query("show standard_conforming_strings",
									(row) -> this.standardLexis = row.getString(1).equals("on")));
					script("postgresql.sql");
				}
				case "H2" -> {
					this.standardLexis = true;
					script("h2.sql");
				}
				default -> readNames(metaData);
			}
		});
		return new DatabaseCatalog(this.rows, this.schemas, this.standardLexis, this.unread);
	}

	private void readSchemas(DatabaseMetaData metaData) throws SQLException {
		Set<String> names = new HashSet<>();
		forEach(metaData.getSchemas(), (row) -> names.add(SqlTokens.fold(row.getString(1))));
		forEach(metaData.getCatalogs(), (row) -> names.add(SqlTokens.fold(row.getString(1))));
		this.schemas = names;
	}

	/**
	 * Each query has a comment with its name, and with what is unknown if it fails.
	 */
	private void script(String resource) {
		for (String query : text(resource).strip().split(";\\R", -1)) {
			Matcher title = TITLE.matcher(query);
			if (!title.find()) {
				throw new IllegalStateException("A query of %s has no title: %s".formatted(resource, query));
			}
			part(title.group(2), title.group(1).equals("changes") ? this::unknownChanges : this::unknownStatements,
					() -> query(query, (row) -> this.rows.add(new Row(row.getString(1),
							SqlTokens.fold(row.getString(2)), row.getString(3), row.getString(4)))));
		}
	}

	private static String text(String resource) {
		try (InputStream script = CatalogReader.class.getResourceAsStream(resource)) {
			return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** JDBC does not know what is behind a view, or which tables have triggers. */
	private void readNames(DatabaseMetaData metaData) {
		part("tables", this::unknownStatements, () -> forEach(metaData.getTables(null, null, "%", null), (row) -> {
			String type = row.getString(4).toUpperCase(Locale.ROOT);
			if (type.equals("TABLE") || type.equals("BASE TABLE")) {
				this.rows.add(new Row("TABLE", SqlTokens.fold(row.getString(3)), null, null));
			}
			else if (!type.startsWith("SYSTEM")) {
				unknown("VIEW", row.getString(3));
			}
		}));
		part("functions", this::unknownStatements, () -> {
			forEach(metaData.getFunctions(null, null, "%"), (row) -> unknown("FUNCTION", row.getString(3)));
			forEach(metaData.getProcedures(null, null, "%"), (row) -> unknown("FUNCTION", row.getString(3)));
		});
		unknownChanges();
	}

	private void unknown(String kind, String name) {
		this.rows.add(new Row(kind, SqlTokens.fold(name), null, null));
		for (Use use : Use.values()) {
			this.rows.add(new Row(use.name(), SqlTokens.fold(name), null, null));
		}
	}

	private void unknownStatements() {
		this.rows.add(new Row(Use.READ.name(), "", null, null));
	}

	private void unknownChanges() {
		for (Row row : List.copyOf(this.rows)) {
			if (row.kind().equals("TABLE")) {
				for (Use use : Set.of(Use.INSERT, Use.UPDATE, Use.DELETE, Use.TRUNCATE)) {
					this.rows.add(new Row(use.name(), row.name(), null, null));
				}
			}
		}
	}

	private void query(String sql, RowReader reader) throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			forEach(statement.executeQuery(sql), reader);
		}
	}

	private static void forEach(ResultSet result, RowReader reader) throws SQLException {
		try (result) {
			while (result.next()) {
				reader.read(result);
			}
		}
	}

	private void part(String name, Runnable otherwise, Part part) {
		try {
			// After a failure, PostgreSQL refuses further statements of the transaction.
			Savepoint before = this.connection.getAutoCommit() ? null : this.connection.setSavepoint();
			try {
				part.read();
			}
			finally {
				if (before != null) {
					this.connection.rollback(before);
				}
			}
		}
		catch (SQLException | RuntimeException ex) {
			this.unread.add(name + " (" + String.valueOf(ex.getMessage()).lines().findFirst().orElse("") + ")");
			otherwise.run();
		}
	}

	/** Reads a part of the catalog. */
	@FunctionalInterface
	private interface Part {

		void read() throws SQLException;

	}

	/** Reads the current row. */
	@FunctionalInterface
	private interface RowReader {

		void read(ResultSet row) throws SQLException;

	}

}
