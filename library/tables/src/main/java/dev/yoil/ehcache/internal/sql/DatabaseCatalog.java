package dev.yoil.ehcache.internal.sql;

import java.sql.Connection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The tables, views and functions of a database, and what their use reads and writes.
 * Immutable, so read it again after a change of them. Names are in lower case and without
 * a schema: tables of the same name in two schemas count as one.
 */
public final class DatabaseCatalog {

	/** Tables of our own. No cache is loaded from them. */
	private static final Set<String> OWN = Set.of("cache_region");

	/** A text that stands for all tables. */
	private static final String ANY = "?";

	/** The name of what each statement does. */
	private static final String STATEMENT = "";

	private final Set<String> tables = new HashSet<>();

	private final Set<String> functions = new HashSet<>();

	private final List<String> unusualNames;

	private final @Nullable Set<String> schemas;

	private final boolean standardLexis;

	private final Map<Node, Effect> effects = new HashMap<>();

	private final List<String> unread;

	DatabaseCatalog(List<Row> rows, @Nullable Set<String> schemas, boolean standardLexis, List<String> unread) {
		this.unread = List.copyOf(unread);
		this.schemas = schemas;
		this.standardLexis = standardLexis;
		Set<String> names = new HashSet<>(Set.of(STATEMENT));
		for (Row row : rows) {
			switch (row.kind()) {
				case "TABLE" -> this.tables.add(row.name());
				case "FUNCTION" -> this.functions.add(row.name());
				default -> {
					// A view, or a use.
				}
			}
			names.add(row.name());
		}
		this.tables.removeAll(OWN);
		this.unusualNames = names.stream().filter((name) -> !name.isEmpty() && !SqlTokens.isWord(name)).toList();
		Map<Node, Set<Node>> causes = new HashMap<>();
		rows.stream().filter(Row::isUse).forEach((row) -> connect(row, names, causes));
		for (String name : names) {
			for (Use use : Use.values()) {
				this.effects.put(new Node(name, use), effect(new Node(name, use), causes));
			}
		}
	}

	/**
	 * Reads the catalog of a database. Never fails: if a part cannot be read, more
	 * effects are unknown.
	 * @param connection keeps its transaction, if there is one
	 */
	public static DatabaseCatalog read(Connection connection) {
		return new CatalogReader(connection).read();
	}

	private void connect(Row row, Set<String> names, Map<Node, Set<Node>> causes) {
		Set<Node> caused = causes.computeIfAbsent(new Node(row.name(), Use.valueOf(row.kind())),
				(same) -> new HashSet<>());
		String text = row.text();
		if (OWN.contains(row.name())) {
			return;
		}
		if (text == null || row.as() == null || text.contains("&\"")) {
			caused.addAll(Set.of(new Node(ANY, Use.READ), new Node(ANY, Use.UPDATE)));
			return;
		}
		if (text.equals(ANY)) {
			caused.add(new Node(ANY, Use.READ));
		}
		for (String name : named(text, names)) {
			caused.add(new Node(name, Use.valueOf(row.as())));
		}
	}

	/**
	 * Returns the names in a text, but for columns, which a name other than a schema
	 * qualifies.
	 */
	private List<String> named(String text, Set<String> names) {
		List<String> named = new ArrayList<>();
		List<String> words = SqlTokens.words(SqlTokens.fold(text));
		for (int i = 0; i < words.size(); i++) {
			String word = words.get(i);
			boolean qualified = i > 1 && words.get(i - 1).equals(".");
			if (names.contains(word) && (!qualified || isSchema(words.get(i - 2)) || isFunction(word))) {
				named.add(word);
			}
		}
		named.addAll(unusualNames(text));
		return named;
	}

	private Effect effect(Node start, Map<Node, Set<Node>> causes) {
		Effect.Builder effect = new Effect.Builder();
		Set<Node> seen = new HashSet<>(Set.of(start));
		Queue<Node> open = new ArrayDeque<>(seen);
		while (!open.isEmpty()) {
			Node node = open.remove();
			if (node.name().equals(ANY)) {
				effect.add((node.use() == Use.READ) ? Effect.ANY_READ : Effect.ANY_WRITE);
			}
			else if (this.tables.contains(node.name())) {
				effect.add(node.name(), node.use() == Use.READ);
			}
			causes.getOrDefault(node, Set.of()).stream().filter(seen::add).forEach(open::add);
		}
		return effect.build();
	}

	/**
	 * {@return the names of all tables, also of materialized views and partitions}
	 */
	public Set<String> tables() {
		return Set.copyOf(this.tables);
	}

	/**
	 * {@return the parts that cannot be read, with the reasons}
	 */
	public List<String> unread() {
		return this.unread;
	}

	/** Returns the effect of a use of a table, view or function, if there is one. */
	@Nullable Effect effect(String name, Use use) {
		return this.effects.get(new Node(name, use));
	}

	/**
	 * {@return what each statement may do, such as by operators}
	 */
	Effect ofEachStatement() {
		return this.effects.getOrDefault(new Node(STATEMENT, Use.READ), Effect.NONE);
	}

	boolean isFunction(String name) {
		return this.functions.contains(name);
	}

	/**
	 * {@return whether a name may be that of a schema}
	 */
	boolean isSchema(String name) {
		return this.schemas == null || this.schemas.contains(name);
	}

	/**
	 * {@return the names that have to be quoted, as far as a text has them}
	 */
	List<String> unusualNames(String text) {
		String folded = SqlTokens.fold(text);
		return this.unusualNames.stream().filter(folded::contains).toList();
	}

	/**
	 * {@return whether literals and comments end as in the SQL standard}
	 */
	boolean hasStandardLexis() {
		return this.standardLexis;
	}

	/** A use of a table, view or function. */
	enum Use {

		READ, INSERT, UPDATE, DELETE, TRUNCATE

	}

	/** A use of a name. */
	private record Node(String name, Use use) {
	}

	/**
	 * A table, a view, a function or a use of them.
	 *
	 * @param kind TABLE, VIEW, FUNCTION or a {@link Use}
	 * @param name the folded name
	 * @param text of a use, a text of which all names are used with it; {@code null} if
	 * it may read and change any table
	 * @param as the use of these names
	 */
	record Row(String kind, String name, @Nullable String text, @Nullable String as) {

		private boolean isUse() {
			return !Set.of("TABLE", "VIEW", "FUNCTION").contains(this.kind);
		}

	}

}
