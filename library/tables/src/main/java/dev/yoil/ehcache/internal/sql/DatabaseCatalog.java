package dev.yoil.ehcache.internal.sql;

import java.sql.Connection;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.sql.Use.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The tables, views and functions of a database, and what their use reads and writes.
 * Immutable, so read it again after a change of them. Names are in lower case and without
 * a schema: tables of the same name in two schemas count as one.
 */
public final class DatabaseCatalog {

	/** A table of our own. No cache is loaded from it. */
	private static final String OWN = "cache_region";

	/** The names of each kind of rows. */
	private final Map<String, Set<String>> kinds = new HashMap<>();

	private final Set<String> names = new HashSet<>();

	private final List<String> unusualNames;

	private final Map<Use, Set<Use>> causes = new HashMap<>();

	private final List<String> unread;

	DatabaseCatalog(List<Row> rows, List<String> unread) {
		this.unread = List.copyOf(unread);
		for (Row row : rows) {
			String kind = row.name().equals(OWN) ? OWN : row.kind();
			this.kinds.computeIfAbsent(kind, (same) -> new HashSet<>()).add(row.name());
		}
		this.kinds
			.forEach((kind, some) -> this.names.addAll(Set.of("SCHEMA", "LEXIS").contains(kind) ? Set.of() : some));
		this.unusualNames = this.names.stream().filter((name) -> !name.isEmpty() && !SqlTokens.isWord(name)).toList();
		for (Kind kind : Kind.values()) {
			rows.stream().filter((row) -> row.kind().equals(kind.name()) && !row.name().equals(OWN)).forEach((row) -> {
				Set<Use> caused = this.causes.computeIfAbsent(new Use(row.name(), kind), (same) -> new HashSet<>());
				caused.addAll(caused(row));
			});
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

	private Set<Use> caused(Row row) {
		String text = row.text();
		if (text == null || row.as() == null || text.contains("&\"")) {
			return Use.any(Kind.READ, Kind.UPDATE);
		}
		if (text.equals(Use.ANY)) {
			return Use.any(Kind.READ);
		}
		Kind kind = Kind.valueOf(row.as());
		return named(text).map((name) -> new Use(name, kind)).collect(Collectors.toSet());
	}

	/**
	 * Returns the names in a text, but for columns, which a name other than a schema
	 * qualifies.
	 */
	Stream<String> named(String text) {
		List<String> words = SqlTokens.words(SqlTokens.fold(text));
		return Stream.concat(unusualNames(text), IntStream.range(0, words.size()).filter((i) -> {
			boolean qualified = i > 1 && words.get(i - 1).equals(".");
			return !qualified || is("SCHEMA", words.get(i - 2)) || is("FUNCTION", words.get(i));
		}).mapToObj(words::get).filter(this::isKnown));
	}

	/**
	 * {@return the names that have to be quoted, as far as a text has them}
	 */
	Stream<String> unusualNames(String text) {
		String folded = SqlTokens.fold(text);
		return this.unusualNames.stream().filter(folded::contains);
	}

	/** Returns the effect of all uses of a statement. */
	Effect effect(Collection<Use> uses) {
		Set<Use> all = new HashSet<>(uses);
		all.add(new Use("", Kind.READ));
		Queue<Use> open = new ArrayDeque<>(all);
		while (!open.isEmpty()) {
			Use next = open.remove();
			Stream.of(next, new Use("", next.kind()))
				.flatMap((use) -> this.causes.getOrDefault(use, Set.of()).stream())
				.filter(all::add)
				.forEach(open::add);
		}
		Set<String> writes = tables(all, Use.CHANGES);
		boolean writesUnknown = all.containsAll(Use.any(Kind.UPDATE));
		return new Effect(tables(all, Set.of(Kind.READ)), writes, all.containsAll(Use.any(Kind.READ)), writesUnknown,
				all.containsAll(Use.any(Kind.DEFINITION)), all.containsAll(Use.any(Kind.COMMIT)),
				writesUnknown || (!writes.isEmpty() && all.containsAll(Use.any(Kind.UNCOUNTED))));
	}

	private Set<String> tables(Set<Use> uses, Set<Kind> kinds) {
		return uses.stream()
			.filter((use) -> kinds.contains(use.kind()) && is("TABLE", use.name()))
			.map(Use::name)
			.collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * {@return the names of all tables, also of materialized views and partitions}
	 */
	public Set<String> tables() {
		return Set.copyOf(this.kinds.getOrDefault("TABLE", Set.of()));
	}

	/**
	 * {@return the parts that cannot be read, with the reasons}
	 */
	public List<String> unread() {
		return this.unread;
	}

	/**
	 * {@return whether a row of the kind has the name}
	 */
	boolean is(String kind, String name) {
		return this.kinds.getOrDefault(kind, Set.of()).contains(name);
	}

	/**
	 * {@return whether there is a table, view or function of the name}
	 */
	boolean isKnown(String name) {
		return this.names.contains(name);
	}

	/**
	 * What is known of a name.
	 *
	 * @param kind TABLE, FUNCTION, SCHEMA, a {@link Kind} of use, or LEXIS (standard:
	 * literals and comments end as in the SQL standard)
	 * @param name the folded name
	 * @param text of a use, a text of which all names are used with it; {@code null} if
	 * it may read and change any table
	 * @param as the kind of use of these names
	 */
	record Row(String kind, String name, @Nullable String text, @Nullable String as) {
	}

}
