package dev.yoil.ehcache.internal.sql;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.yoil.ehcache.internal.sql.Use.Kind;

/**
 * Reads the tokens of one statement from left to right. Each name of the catalog is read,
 * unless it is that of a column. An unknown name is of interest where a table is
 * expected.
 */
final class StatementReader {

	/** Words between the word that introduces a table and its name. */
	private static final Set<String> BEFORE_NAME = Set.of("only", "lateral", "table", "final", "old", "new", "oj",
			"rows");

	/** Words that may stand in place of a table. */
	private static final Set<String> STATEMENTS = Set.of("select", "with", "values", "insert", "update", "delete",
			"merge");

	/** A clause in which a table follows a comma. */
	private static final String TABLES = "from";

	/** Clauses in which something else follows a comma. */
	private static final Set<String> LISTS = Set.of("select", "set", "values", "group", "order", "window", "limit",
			"for", "returning");

	/** Functions with the word FROM between two arguments. */
	private static final Set<String> WITH_FROM = Set.of("extract", "trim", "substring", "overlay");

	/** The name that WITH defines, in a line for each token. */
	private static final Pattern COMMON_TABLE = Pattern
		.compile("([^\n]+)\n(?:\\(\n[^()]*\\)\n)?as\n(?:(?:not\n)?materialized\n)?\\(");

	private final DatabaseCatalog catalog;

	private final List<String> tokens;

	private final Set<Use> uses;

	private final Set<String> commonTables;

	/** The kinds of changes, of which each table that is changed may have any. */
	private final Set<Kind> changes;

	/** The clause in each pair of parentheses, or the function before it. */
	private final Deque<String> clauses = new ArrayDeque<>();

	private int at;

	/** True if the name of a table is next. */
	private boolean expectsTable;

	/** True if the next table is changed. */
	private boolean isTarget;

	StatementReader(DatabaseCatalog catalog, List<String> tokens, Set<Use> uses) {
		this.catalog = catalog;
		this.tokens = tokens;
		this.uses = uses;
		this.commonTables = COMMON_TABLE.matcher(tokens.contains("with") ? String.join("\n", tokens) : "")
			.results()
			.map((name) -> SqlTokens.name(name.group(1)))
			.collect(Collectors.toSet());
		Set<Kind> implied = (Collections.indexOfSubList(tokens, List.of("replace", "into")) >= 0) ? Use.CHANGES
				: tokens.contains("merge") ? Set.of(Kind.INSERT, Kind.UPDATE) : Set.of();
		this.changes = Use.CHANGES.stream()
			.filter((kind) -> implied.contains(kind) || tokens.contains(kind.name().toLowerCase(Locale.ROOT)))
			.collect(Collectors.toSet());
	}

	void read() {
		for (this.at = 0; this.at < this.tokens.size(); this.at++) {
			String token = this.tokens.get(this.at);
			switch (token) {
				case "(" -> this.clauses.push(this.expectsTable ? TABLES : token(-1));
				case ")" -> {
					this.clauses.poll();
					this.expectsTable = false;
				}
				case "," -> this.expectsTable = TABLES.equals(this.clauses.peek());
				case "." -> {
					// Ends no expectation.
				}
				default -> word(token);
			}
		}
	}

	private void word(String word) {
		if (this.expectsTable && STATEMENTS.contains(word)) {
			if (this.isTarget) {
				add(Kind.UPDATE);
			}
			this.expectsTable = false;
		}
		if (this.expectsTable && (!BEFORE_NAME.contains(word) || token(1).isEmpty())) {
			table();
			return;
		}
		if (!this.expectsTable && !token(-1).equals(".")) {
			keyword(word);
		}
		if (!isColumn() && !token(1).equals("by") && this.catalog.isKnown(name(0))) {
			this.uses.add(new Use(name(0), Kind.READ));
		}
	}

	/** In {@code x.title}, only a function or a schema may matter. */
	private boolean isColumn() {
		return token(-1).equals(".") && !this.catalog.is("SCHEMA", name(-2)) && !this.catalog.is("FUNCTION", name(0));
	}

	/** Such as in {@code extract(year from d)} and {@code a is distinct from b}. */
	private boolean isFromOfFunction() {
		return WITH_FROM.contains(String.valueOf(this.clauses.peek()))
				|| (token(-1).equals("distinct") && Set.of("is", "not").contains(token(-2)));
	}

	private void keyword(String word) {
		switch (word) {
			case "from" -> {
				if (!isFromOfFunction()) {
					expectTables();
				}
			}
			case "using" -> {
				expectTables();
				// Not in t join u using (id, day).
				this.expectsTable = !token(1).equals("(") || !Set.of(",", ")").contains(token(3))
						|| !this.tokens.contains("join");
			}
			case "join", "apply", "straight_join", "table" -> this.expectsTable = true;
			case "into" -> {
				if (!this.isTarget) {
					// SELECT INTO creates a table.
					this.uses.addAll(Use.ANYTHING);
				}
				this.expectsTable = true;
			}
			default -> changingKeyword(word, token(-1));
		}
	}

	private void changingKeyword(String word, String before) {
		switch (word) {
			case "update" -> {
				this.isTarget = !Set.of("for", "key", "do", "then").contains(before);
				this.expectsTable = this.isTarget;
			}
			case "delete" -> {
				this.isTarget = !before.equals("then");
				this.expectsTable = this.isTarget && !token(1).equals("from");
			}
			case "insert", "merge", "replace" -> {
				this.isTarget = token(1).equals("into");
				if (!this.isTarget && !token(1).equals("(") && !before.equals("then")) {
					add(Kind.UPDATE);
				}
			}
			case "execute", "create", "declare" -> this.uses.addAll(Use.ANYTHING);
			case "call" -> {
				int arguments = this.tokens.indexOf("(");
				int routine = ((arguments < 0) ? this.tokens.size() : arguments) - 1;
				if (this.at == 0 && !this.catalog.isKnown(name(routine))) {
					add(Kind.READ, Kind.UPDATE);
				}
			}
			default -> {
				if (LISTS.contains(word)) {
					clause(word);
				}
				else if (this.at == 0 && word.equals("truncate")) {
					expectTables();
					this.isTarget = true;
				}
			}
		}
	}

	private void table() {
		while (token(1).equals(".") && !token(2).isEmpty()) {
			this.at += 2;
		}
		String name = name(0);
		this.uses.add(new Use(name, Kind.READ));
		if (this.isTarget) {
			this.changes.forEach((change) -> this.uses.add(new Use(name, change)));
		}
		if (!this.catalog.isKnown(name)) {
			if (this.isTarget) {
				add(Kind.READ, Kind.UPDATE);
			}
			else if (!token(1).equals("(") && !this.commonTables.contains(name) && !isOfSystem(name)) {
				add(Kind.READ);
			}
		}
		this.expectsTable = false;
		this.isTarget = this.tokens.get(0).equals("truncate");
	}

	private boolean isOfSystem(String name) {
		return name.startsWith("pg_") || name.equals("dual")
				|| (token(-1).equals(".") && Set.of("information_schema", "pg_catalog").contains(name(-2)));
	}

	private void expectTables() {
		clause(TABLES);
		this.expectsTable = true;
	}

	private void clause(String word) {
		this.clauses.poll();
		this.clauses.push(word);
	}

	private void add(Kind... ofAnyTable) {
		this.uses.addAll(Use.any(ofAnyTable));
	}

	/** Returns the token so many places ahead, or an empty text. */
	private String token(int ahead) {
		int index = this.at + ahead;
		return (index >= 0 && index < this.tokens.size()) ? this.tokens.get(index) : "";
	}

	private String name(int ahead) {
		return SqlTokens.name(token(ahead));
	}

}
