package dev.yoil.ehcache.internal.sql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Statements in {@code statements.txt}, each of which the database can prepare: no table
 * is missed, and no change is taken for a read.
 */
@Timeout(120)
class StatementCorpusTests {

	private static final Pattern NAME = Pattern.compile("\"[^\"]+\"|[^ ]+");

	@Test
	void missesNoTableOfH2() throws Exception {
		try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:corpus")) {
			check(connection, "h2");
		}
	}

	@Test
	void missesNoTableOfPostgres() throws Exception {
		try (Connection connection = PostgresServer.shared().connect(PostgresServer.shared().createDatabase())) {
			check(connection, "pg");
		}
	}

	private static void check(Connection connection, String database) throws Exception {
		for (String script : List.of("schema.sql", "schema-" + database + ".sql")) {
			try (Statement statement = connection.createStatement()) {
				statement.execute(text(script));
			}
		}
		SqlTables tables = new SqlTables(DatabaseCatalog.read(connection));
		List<String> failures = new ArrayList<>();
		List<String> more = new ArrayList<>();
		int number = 0;
		for (Case each : cases(database)) {
			Effect effect = tables.of(each.sql());
			Set<String> reads = found(effect.reads(), effect.readsUnknown());
			Set<String> writes = found(effect.writes(), effect.writesUnknown());
			if (!covers(reads, each.reads()) || !covers(writes, each.writes())) {
				failures.add("%s: reads %s, writes %s".formatted(each, reads, writes));
			}
			else if (!each.isExact(reads, writes)) {
				more.add("%s: reads %s, writes %s".formatted(each, reads, writes));
			}
			if (each.isPrepared()) {
				failures.addAll(prepare(connection, each.sql()));
			}
			number++;
		}
		assertThat(failures).isEmpty();
		assertThat(more).isEmpty();
		assertThat(number).isGreaterThan(150);
	}

	private static boolean covers(Set<String> found, Set<String> tables) {
		return found.contains("?") || found.containsAll(tables);
	}

	private static Set<String> found(Set<String> tables, boolean unknown) {
		Set<String> found = new TreeSet<>(tables);
		if (unknown) {
			found.add("?");
		}
		return found;
	}

	private static List<String> prepare(Connection connection, String sql) {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			// The driver of PostgreSQL would wait for the execution.
			statement.getParameterMetaData();
			return List.of();
		}
		catch (SQLException ex) {
			return List.of(sql + ": " + ex.getMessage());
		}
	}

	static String text(String resource) throws IOException {
		try (InputStream text = StatementCorpusTests.class.getResourceAsStream(resource)) {
			return new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	private static List<Case> cases(String database) throws IOException {
		List<Case> cases = new ArrayList<>();
		for (String entry : text("statements.txt").split("\\n(?! )")) {
			if (!entry.isEmpty() && !entry.startsWith("#")) {
				String[] parts = (entry + " ").split("\\|", 4);
				Set<String> databases = Set.of("both", database);
				if (databases.contains(parts[0].replaceAll("[-+ ]", ""))) {
					cases.add(new Case(!entry.startsWith("-"), entry.startsWith("+"), names(parts[1]), names(parts[2]),
							parts[3].strip()));
				}
			}
		}
		return cases;
	}

	private static Set<String> names(String list) {
		Set<String> names = new TreeSet<>();
		Matcher name = NAME.matcher(list);
		while (name.find()) {
			names.add(name.group().replace("\"", ""));
		}
		return names;
	}

	/** A statement and the tables that it uses. */
	private record Case(boolean isPrepared, boolean findsMore, Set<String> reads, Set<String> writes, String sql) {

		boolean isExact(Set<String> foundReads, Set<String> foundWrites) {
			return this.findsMore
					|| (is(this.writes, foundWrites, Set.of()) && is(this.reads, foundReads, this.writes));
		}

		private static boolean is(Set<String> tables, Set<String> found, Set<String> changed) {
			return tables.contains("?")
					|| found.stream().allMatch((table) -> tables.contains(table) || changed.contains(table));
		}

	}

	/** A trigger of H2, which may do anything. */
	public static final class Audit implements org.h2.api.Trigger {

		@Override
		public void fire(Connection connection, Object[] before, Object[] after) {
			// Changes nothing.
		}

	}

}
