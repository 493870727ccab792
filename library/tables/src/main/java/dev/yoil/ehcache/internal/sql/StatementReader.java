package dev.yoil.ehcache.internal.sql;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.yoil.ehcache.internal.sql.Use.Kind;

/**
 * Reads the tokens of one statement from left to right.
 */
final class StatementReader {

	/** Words between the word that introduces a table and its name. */
	private static final Set<String> BEFORE_NAME = Set.of("only", "lateral", "table", "final", "old", "new", "oj",
			"rows");

	private static final Set<String> STATEMENTS = Set.of("select", "with", "values", "insert", "update", "delete",
			"merge", "replace", "from");

	/** Words that end a list of tables. */
	private static final Set<String> AFTER_TABLES = Set.of("where", "set", "group", "order", "having", "window",
			"qualify", "limit", "offset", "fetch", "for", "union", "intersect", "except", "minus", "returning",
			"values", "select", "when", "do");

	private static final Set<String> CLAUSES = Set.of("order", "group");

	/** Functions with the word FROM between two arguments. */
	private static final Set<String> WITH_FROM = Set.of("extract", "trim", "substring", "overlay");

	/** Functions that run SQL which their arguments contain. */
	private static final Set<String> WITH_SQL = Set.of("ts_stat", "ts_rewrite", "csvwrite", "link_schema",
			"estimated_envelope");

	private static final Set<Kind> UPSERT = Set.of(Kind.INSERT, Kind.UPDATE);

	private static final Set<Kind> REPLACE = Set.of(Kind.INSERT, Kind.UPDATE, Kind.DELETE);

	private final DatabaseCatalog catalog;

	private final List<String> tokens;

	private final Set<Use> uses;

	private final Set<String> commonTables;

	private final Deque<Level> levels = new ArrayDeque<>(List.of(new Level(false)));

	private int at;

	/** True if the name of a table is next. */
	private boolean expectsTable;

	/** The changes of that table; none if it is only read. */
	private Set<Kind> changes = Set.of();

	StatementReader(DatabaseCatalog catalog, List<String> tokens, Set<Use> uses) {
		this.catalog = catalog;
		this.tokens = tokens;
		this.uses = uses;
		this.commonTables = tokens.contains("with") ? commonTables() : Set.of();
	}

	void read() {
		for (this.at = 0; this.at < this.tokens.size(); this.at++) {
			String token = this.tokens.get(this.at);
			switch (token) {
				case "(" -> {
					Level level = new Level(WITH_FROM.contains(token(-1)));
					level.listsTables = this.expectsTable;
					this.levels.push(level);
				}
				case ")" -> {
					if (this.levels.size() > 1) {
						this.levels.pop();
					}
					this.expectsTable = false;
				}
				case "," -> this.expectsTable = level().listsTables;
				case "." -> {
					// Ends no expectation.
				}
				default -> word(token);
			}
		}
		if (!this.changes.isEmpty() && !isFirst("truncate")) {
			this.uses.addAll(Use.any(Kind.UPDATE));
		}
	}

	private void word(String word) {
		if (this.expectsTable && STATEMENTS.contains(word)) {
			if (!this.changes.isEmpty()) {
				// The target is a query or of an unknown form.
				this.uses.addAll(Use.any(Kind.UPDATE));
			}
			this.expectsTable = false;
		}
		if (this.expectsTable && !isBeforeName(word)) {
			table();
			return;
		}
		if (!this.expectsTable && !token(-1).equals(".")) {
			keyword(word);
		}
		if (!isColumn() && !(CLAUSES.contains(word) && token(1).equals("by"))) {
			use(name(0), Kind.READ);
		}
	}

	/** In {@code x.title}, only a function or a schema may matter. */
	private boolean isColumn() {
		return token(-1).equals(".") && !this.catalog.is("SCHEMA", name(-2)) && !this.catalog.is("FUNCTION", name(0));
	}

	private boolean isBeforeName(String word) {
		if (word.equals("table") && token(1).equals("(")) {
			return Set.of("final", "old", "new").contains(token(-1));
		}
		return BEFORE_NAME.contains(word) && !token(1).isEmpty();
	}

	private void keyword(String word) {
		switch (word) {
			case "from" -> {
				this.expectsTable = !isFromOfFunction();
				level().listsTables = true;
			}
			case "join", "apply", "straight_join" -> this.expectsTable = true;
			case "into" -> {
				if (this.changes.isEmpty()) {
					// SELECT INTO creates a table.
					this.uses.addAll(Use.ANYTHING);
				}
				this.expectsTable = true;
			}
			case "using" -> {
				this.expectsTable = !isListOfColumns();
				level().listsTables = true;
			}
			case "table" -> this.expectsTable = !token(1).equals("(");
			case "select" -> {
				level().hasFromInFunction = false;
				level().listsTables = false;
			}
			default -> {
				if (AFTER_TABLES.contains(word)) {
					level().listsTables = false;
				}
				changingKeyword(word);
			}
		}
	}

	private void changingKeyword(String word) {
		String before = token(-1);
		switch (word) {
			case "update" -> {
				if (!Set.of("for", "key", "do", "then").contains(before)) {
					change(Set.of(Kind.UPDATE));
				}
			}
			case "delete" -> {
				if (!before.equals("then")) {
					change(Set.of(Kind.DELETE));
					this.expectsTable = !token(1).equals("from");
				}
			}
			case "insert" -> insertion((this.tokens.contains("conflict") || this.tokens.contains("duplicate")) ? UPSERT
					: Set.of(Kind.INSERT));
			case "merge" -> insertion(this.tokens.contains("delete") ? REPLACE : UPSERT);
			case "replace" -> insertion(REPLACE);
			case "execute", "create", "declare" -> this.uses.addAll(Use.ANYTHING);
			default -> {
				if (this.at == 0) {
					first(word);
				}
			}
		}
	}

	private void first(String word) {
		switch (word) {
			case "truncate" -> {
				change(Set.of(Kind.TRUNCATE));
				level().listsTables = true;
			}
			case "call" -> {
				int routine = 1;
				while (token(routine + 1).equals(".")) {
					routine += 2;
				}
				if (!Set.of("", "(").contains(token(1)) && !this.catalog.isKnown(name(routine))) {
					this.uses.addAll(Use.any(Kind.READ, Kind.UPDATE));
				}
			}
			default -> {
				// Needs no more.
			}
		}
	}

	private void insertion(Set<Kind> kinds) {
		if (token(1).equals("into")) {
			this.changes = kinds;
		}
		else if (!token(1).equals("(") && !token(-1).equals("then")) {
			this.uses.addAll(Use.any(Kind.UPDATE));
		}
	}

	private void change(Set<Kind> kinds) {
		this.changes = kinds;
		this.expectsTable = true;
	}

	/** Such as in {@code extract(year from d)} and {@code a is distinct from b}. */
	private boolean isFromOfFunction() {
		return level().hasFromInFunction || (token(-1).equals("distinct") && Set.of("is", "not").contains(token(-2)));
	}

	/** Such as in {@code join t using (id, day)}. */
	private boolean isListOfColumns() {
		if (!token(1).equals("(") || !this.tokens.subList(0, this.at).contains("join")) {
			return false;
		}
		int end = 2;
		while (!Set.of("(", ")", ".", "").contains(token(end))) {
			end++;
		}
		return token(end).equals(")");
	}

	private void table() {
		boolean created = token(-1).equals("into");
		while (token(1).equals(".") && !token(2).isEmpty()) {
			this.at += 2;
		}
		String name = name(0);
		boolean function = token(1).equals("(") && !created;
		boolean isKnown = use(name, Kind.READ);
		for (Kind change : this.changes) {
			isKnown &= use(name, change);
		}
		boolean onlyRead = this.changes.isEmpty();
		isKnown |= onlyRead && (function || this.commonTables.contains(name) || isOfSystem(name));
		if (!isKnown) {
			this.uses.addAll(onlyRead ? Use.any(Kind.READ) : Use.any(Kind.READ, Kind.UPDATE));
		}
		this.expectsTable = false;
		if (!isFirst("truncate")) {
			this.changes = Set.of();
		}
	}

	private boolean isOfSystem(String name) {
		String schema = token(-1).equals(".") ? name(-2) : "";
		return name.startsWith("pg_") || name.equals("dual") || schema.equals("information_schema")
				|| schema.equals("pg_catalog");
	}

	private boolean use(String name, Kind use) {
		if (token(1).equals("(") && (WITH_SQL.contains(name) || name.contains("_to_xml"))) {
			this.uses.addAll(Use.any(Kind.READ, Kind.UPDATE));
		}
		this.uses.add(new Use(name, use));
		return this.catalog.isKnown(name);
	}

	/** Returns the names that WITH defines. */
	private Set<String> commonTables() {
		Set<String> names = new HashSet<>();
		for (this.at = 1; this.at < this.tokens.size(); this.at++) {
			if (token(0).equals("as") && Set.of("(", "materialized", "not").contains(token(1))) {
				int before = -1;
				int open = 0;
				do {
					open += token(before).equals(")") ? 1 : token(before).equals("(") ? -1 : 0;
					before--;
				}
				while (open > 0 && this.at + before >= 0);
				names.add(name(token(-1).equals(")") ? before : -1));
			}
		}
		return names;
	}

	private boolean isFirst(String word) {
		return this.tokens.get(0).equals(word);
	}

	private Level level() {
		return this.levels.element();
	}

	/** Returns the token so many places ahead, or an empty text. */
	private String token(int ahead) {
		int index = this.at + ahead;
		return (index >= 0 && index < this.tokens.size()) ? this.tokens.get(index) : "";
	}

	private String name(int ahead) {
		return SqlTokens.name(token(ahead));
	}

	/** The state inside of a pair of parentheses. */
	private static final class Level {

		private boolean hasFromInFunction;

		/** True if a table follows a comma. */
		private boolean listsTables;

		Level(boolean hasFromInFunction) {
			this.hasFromInFunction = hasFromInFunction;
		}

	}

}
