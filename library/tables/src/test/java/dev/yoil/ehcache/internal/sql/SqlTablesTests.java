package dev.yoil.ehcache.internal.sql;

import java.util.List;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.sql.DatabaseCatalog.Row;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Remembered texts, and effects beside tables.
 */
class SqlTablesTests {

	private final SqlTables tables = of("TABLE t", "LEXIS standard");

	private static SqlTables of(String... names) {
		return new SqlTables(new DatabaseCatalog(Stream.of(names)
			.map((name) -> name.split(" ", 2))
			.map((name) -> new Row(name[0], name[1], null, null))
			.toList(), List.of()));
	}

	@Test
	void remembersAsManyTextsAsItSays() {
		Effect first = this.tables.of("select 0 from t");
		for (int i = 1; i < 2_000; i++) {
			this.tables.of("select %d from t".formatted(i));
		}
		assertThat(this.tables.of("select 0 from t")).isSameAs(first);
		this.tables.of("select 2000 from t");
		assertThat(this.tables.of("select 0 from t")).isEqualTo(first).isNotSameAs(first);
	}

	@Test
	void forgetsLongTexts() {
		String sql = "select * from t where id in (%s 1)".formatted("?, ".repeat(4_000));
		assertThat(this.tables.of(sql)).isEqualTo(this.tables.of(sql)).isNotSameAs(this.tables.of(sql));
	}

	@Test
	void countsTheNamesOfSchemasInUnknownClauses() {
		SqlTables of = of("TABLE t", "TABLE u", "SCHEMA s", "LEXIS standard");
		assertThat(of.of("select * from t resembling s.u").reads()).containsExactlyInAnyOrder("t", "u");
		assertThat(of.of("select x.u from t x").reads()).containsExactly("t");
	}

	@Test
	void expectsStatementsWithoutSemicolonsInOtherDatabases() {
		SqlTables of = of("TABLE t");
		for (String sql : List.of("select 1 exec p", "set nocount on update t set a = 1", "begin p; end;")) {
			assertThat(of.of(sql).writesUnknown()).as(sql).isTrue();
		}
		assertThat(of.of("select id from t where a = 'b'").isWrite()).isFalse();
	}

	@Test
	void knowsDefinitions() {
		for (String sql : List.of("create table x (id int)", "-- first\nALTER table t add a int",
				"select * into x from t", "drop view x", "do $$ begin create table x (id int); end $$",
				"execute immediate 'drop table t'", "select 1; drop table t", "create table x (autocommit int)",
				"select $$a$$; runscript from 'x'", "explain analyze create table x as select 1")) {
			assertThat(this.tables.of(sql).changesCatalog()).as(sql).isTrue();
		}
		assertThat(this.tables.of("select created from t").changesCatalog()).isFalse();
	}

	@Test
	void knowsWhichChangesAreNotCounted() {
		for (String sql : List.of("truncate t", "with x as (delete from t returning id) insert into t select id from x",
				"update t set id = 1 where false; delete from t", "call p()", "do 'begin delete from t; end'")) {
			assertThat(this.tables.of(sql).changesUncounted()).as(sql).isTrue();
		}
		for (String sql : List.of("select * from t", "update t set id = 1", "DELETE FROM t;", "set x = 1")) {
			assertThat(this.tables.of(sql).changesUncounted()).as(sql).isFalse();
		}
	}

	@Test
	void knowsTheEndOfATransaction() {
		for (String sql : List.of("commit", "END", "update t set id = 1; commit", "create table x (id int)",
				"set autocommit true", "select $$a$$; commit")) {
			assertThat(this.tables.of(sql).endsTransaction()).as(sql).isTrue();
		}
		for (String sql : List.of("rollback", "begin", "select case when true then 1 end from t", "savepoint commit")) {
			assertThat(this.tables.of(sql).endsTransaction()).as(sql).isFalse();
		}
	}

}
