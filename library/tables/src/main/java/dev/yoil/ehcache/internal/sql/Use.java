package dev.yoil.ehcache.internal.sql;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A use of a table, view or function.
 *
 * @param name the folded name; {@value #ANY} for any table, empty for what each statement
 * of the kind does
 */
record Use(String name, Kind kind) {

	static final String ANY = "?";

	static final Set<Kind> CHANGES = EnumSet.of(Kind.INSERT, Kind.UPDATE, Kind.DELETE, Kind.TRUNCATE);

	static final Set<Use> ANYTHING = any(Kind.READ, Kind.UPDATE, Kind.DEFINITION, Kind.COMMIT);

	/** Returns uses of any table. */
	static Set<Use> any(Kind... kinds) {
		return Stream.of(kinds).map((kind) -> new Use(ANY, kind)).collect(Collectors.toUnmodifiableSet());
	}

	/** The last three kinds are properties of a statement, used with {@link #ANY}. */
	enum Kind {

		READ, INSERT, UPDATE, DELETE, TRUNCATE, DEFINITION, COMMIT, UNCOUNTED

	}

}
