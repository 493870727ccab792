package dev.yoil.ehcache.internal.tables;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Texts of statements without literals.
 */
class SqlTextTests {

	@Test
	void showsNoLiteral() {
		Map<String, String> shown = Map.of("select 'it''s', 'x' , 4.5 from t1 where  a=7",
				"select ?, ? , ? from t1 where a=?", "select\n  a1\tfrom t -- don't", "select a1 from t -- don?", "",
				"", "insert into t values ('" + "secret ".repeat(100_000), "insert into t values (?",
				"update t set a = '" + "x''".repeat(500) + "', b = 'secret'", "update t set a = ?, b = ?");
		shown.forEach((statement, text) -> assertThat(SqlText.shown(statement)).isEqualTo(text));
		assertThat(SqlText.shown("select a, " + "b, ".repeat(1_000))).hasSize(303).endsWith("...");
	}

}
