package dev.yoil.ehcache.internal.sql;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.yoil.ehcache.internal.sql.Use.Kind;

/**
 * Finds the effects of statements. It knows no grammar: each name of the catalog is a
 * dependency, and any other name where a table is expected is an unknown one. So it finds
 * too many tables rather than too few.
 * <p>
 * It remembers the effects of 2,000 texts of up to 10,000 characters, then forgets all of
 * them and starts again. Thread-safe.
 */
public final class SqlTables {

	private static final int MAX_TEXTS = 2_000;

	private static final int MAX_LENGTH = 10_000;

	private static final Set<String> COUNTED = Set.of("insert", "update", "delete", "merge");

	private static final Set<String> QUERIES = Set.of("select", "with", "values", "table", "explain");

	private static final Set<String> DEFINITIONS = Set.of("create", "alter", "drop", "rename", "comment", "grant",
			"revoke", "import", "security");

	/**
	 * Words of statements that may change a table, if it cannot be told where they stand.
	 */
	private static final Set<String> CHANGES = Set.of("insert", "update", "delete", "merge", "replace", "truncate",
			"copy", "into", "refresh", "call", "execute", "exec", "do", "begin", "declare");

	private final DatabaseCatalog catalog;

	/** Looked up several times per statement, so it keeps no order of use. */
	private final Map<String, Effect> effects = new ConcurrentHashMap<>();

	/**
	 * Creates an analyzer that knows the catalog as it is now.
	 */
	public SqlTables(DatabaseCatalog catalog) {
		this.catalog = catalog;
	}

	/**
	 * Returns the effect of a text, which may be several statements.
	 */
	public Effect of(String sql) {
		Effect known = this.effects.get(sql);
		if (known != null) {
			return known;
		}
		Effect effect = analyze(sql);
		if (sql.length() <= MAX_LENGTH) {
			if (this.effects.size() >= MAX_TEXTS) {
				this.effects.clear();
			}
			this.effects.put(sql, effect);
		}
		return effect;
	}

	private Effect analyze(String sql) {
		Set<Use> uses = new HashSet<>();
		List<String> tokens = SqlTokens.of(sql, this.catalog.is("LEXIS", "standard"));
		if (tokens == null) {
			guess(sql, uses);
		}
		else {
			statements(tokens, uses);
			this.catalog.unusualNames(sql).forEach((name) -> uses.add(new Use(name, Kind.READ)));
		}
		return this.catalog.effect(uses);
	}

	private void statements(List<String> tokens, Set<Use> uses) {
		if (!this.catalog.is("LEXIS", "standard") && tokens.stream().anyMatch(CHANGES::contains)) {
			// Elsewhere, statements may follow each other without a semicolon.
			uses.addAll(Use.any(Kind.READ, Kind.UPDATE));
		}
		int start = 0;
		for (int i = 0; i <= tokens.size(); i++) {
			if (i == tokens.size() || tokens.get(i).equals(";")) {
				statement(tokens.subList(start, i), start == 0, uses);
				start = i + 1;
			}
		}
	}

	/** It is not known which words are in literals and comments, so all of them count. */
	private void guess(String sql, Set<Use> uses) {
		List<String> words = SqlTokens.words(SqlTokens.fold(sql));
		this.catalog.named(sql).forEach((name) -> uses.add(new Use(name, Kind.READ)));
		uses.addAll(Use.any(Kind.READ));
		if (words.isEmpty() || !QUERIES.contains(words.get(0)) || words.stream().anyMatch(CHANGES::contains)) {
			uses.addAll(Use.any(Kind.READ, Kind.UPDATE));
		}
		if (sql.contains(";") || words.stream().anyMatch(DEFINITIONS::contains)) {
			uses.addAll(Use.ANYTHING);
		}
	}

	private void statement(List<String> tokens, boolean isFirst, Set<Use> uses) {
		String first = tokens.stream().filter((token) -> !token.equals("(")).findFirst().orElse("");
		// The update count is that of the changes of the first statement.
		if (!first.isEmpty() && (!isFirst || !COUNTED.contains(first) || tokens.contains("with"))) {
			uses.addAll(Use.any(Kind.UNCOUNTED));
		}
		switch (first) {
			case "select", "with", "values", "table", "explain", "insert", "update", "delete", "merge", "replace",
					"truncate", "call" ->
				new StatementReader(this.catalog, tokens, uses).read();
			case "", "set", "reset", "show", "begin", "start", "savepoint", "release", "rollback", "abort", "listen",
					"unlisten", "notify", "deallocate", "discard", "close", "lock", "use", "checkpoint", "analyze",
					"vacuum" -> {
				if (tokens.contains("(")) {
					// In H2, SET may run a query.
					new StatementReader(this.catalog, tokens, uses).read();
				}
				else if (tokens.contains("autocommit")) {
					uses.addAll(Use.any(Kind.COMMIT));
				}
			}
			case "commit", "end" -> uses.addAll(tokens.contains("prepared") ? Use.ANYTHING : Use.any(Kind.COMMIT));
			default -> {
				uses.addAll(Use.ANYTHING);
				tokens.forEach((token) -> uses.add(new Use(token, Kind.READ)));
			}
		}
	}

}
