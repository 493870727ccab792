package dev.yoil.ehcache.internal.sql;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Catalogs that can be read in part only, and other databases.
 */
@Timeout(120)
class DatabaseCatalogTests {

	private static final String TABLES = "create table parent (id int primary key); create table child (id int "
			+ "primary key, parent int references parent on delete cascade)";

	private static Connection h2(String options) throws SQLException {
		Connection connection = DriverManager.getConnection("jdbc:h2:mem:" + options);
		execute(connection, TABLES);
		return connection;
	}

	private static void execute(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	private static Effect of(Connection connection, String sql) {
		return new SqlTables(DatabaseCatalog.read(connection)).of(sql);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", ";DATABASE_TO_UPPER=FALSE", ";DATABASE_TO_LOWER=TRUE",
			";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE",
			";MODE=MySQL;DATABASE_TO_UPPER=FALSE;CASE_INSENSITIVE_IDENTIFIERS=TRUE", ";MODE=Oracle" })
	void readsEachModeOfH2(String options) throws SQLException {
		try (Connection connection = h2(options)) {
			assertThat(DatabaseCatalog.read(connection).tables()).containsExactlyInAnyOrder("parent", "child");
			assertThat(of(connection, "delete from parent").writes()).containsExactlyInAnyOrder("parent", "child");
			assertThat(DatabaseCatalog.read(connection).unread()).isEmpty();
		}
	}

	/** H2 cannot list the columns of a database with a materialized view. */
	@Test
	void knowsThatChangesAreUnknownIfDefaultsCannotBeRead() throws SQLException {
		try (Connection connection = h2("")) {
			execute(connection, "create materialized view stored as select * from parent");
			SqlTables tables = new SqlTables(DatabaseCatalog.read(connection));
			assertThat(tables.of("select * from child").isWrite()).isFalse();
			assertThat(tables.of("select * from stored").readsUnknown()).isTrue();
			assertThat(tables.of("insert into child values (1, 1)").writesUnknown()).isTrue();
			assertThat(DatabaseCatalog.read(connection).unread()).isNotEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "pg_attrdef", "pg_inherits", "pg_rewrite" })
	void knowsThatChangesAreUnknownWithoutPartsOfTheCatalog(String part) throws SQLException {
		try (Connection connection = postgresWithout(part)) {
			Effect delete = of(connection, "delete from parent");
			assertThat(delete.writes()).containsExactlyInAnyOrder("parent", "child");
			assertThat(delete.writesUnknown()).isTrue();
			assertThat(of(connection, "select * from parent").isWrite()).isFalse();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "pg_proc", "pg_class", "pg_policy", "pg_operator", "pg_trigger" })
	void knowsThatStatementsAreUnknownWithoutPartsOfTheCatalog(String part) throws SQLException {
		try (Connection connection = postgresWithout(part)) {
			Effect effect = of(connection, "select * from parent");
			assertThat(effect.readsUnknown()).isTrue();
			assertThat(effect.writesUnknown()).isTrue();
			assertThat(DatabaseCatalog.read(connection).unread()).isNotEmpty();
		}
	}

	@Test
	void keepsTheTransaction() throws SQLException {
		try (Connection connection = postgresWithout("pg_attrdef")) {
			connection.setAutoCommit(false);
			execute(connection, "create table later (id int)");
			assertThat(of(connection, "insert into later values (1)").writes()).containsExactly("later");
			connection.rollback();
			assertThat(DatabaseCatalog.read(connection).tables()).containsExactlyInAnyOrder("parent", "child");
		}
	}

	@Test
	void survivesAClosedConnection() throws SQLException {
		Connection connection = h2("");
		connection.close();
		Effect effect = of(connection, "select * from parent");
		assertThat(effect.readsUnknown()).isTrue();
		assertThat(effect.writesUnknown()).isTrue();
	}

	/** Any triggers and functions are possible. */
	@Test
	void readsNamesOfOtherDatabases() throws SQLException {
		try (Connection connection = h2("")) {
			execute(connection,
					"create view seen as select * from parent; create alias java for \"java.lang.Math.abs(int)\"");
			Connection other = named(connection, "Other");
			Effect query = of(other, "select c.parent from child c");
			assertThat(query.reads()).containsExactly("child");
			assertThat(query.readsUnknown()).isFalse();
			assertThat(query.isWrite()).isFalse();
			assertThat(of(other, "select * from seen").readsUnknown()).isTrue();
			assertThat(of(other, "select java(1)").writesUnknown()).isTrue();
			assertThat(of(other, "update child set parent = 1").writesUnknown()).isTrue();
			assertThat(of(other, "select 'it\\'s', id from child where '' = ''").readsUnknown()).isTrue();
		}
	}

	private static Connection named(Connection connection, String product) throws SQLException {
		DatabaseMetaData metaData = connection.getMetaData();
		DatabaseMetaData renamed = proxy(DatabaseMetaData.class, metaData, "getDatabaseProductName", product);
		return proxy(Connection.class, connection, "getMetaData", renamed);
	}

	private static <T> T proxy(Class<T> type, T target, String method, Object result) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, called,
				arguments) -> called.getName().equals(method) ? result : called.invoke(target, arguments)));
	}

	private static Connection postgresWithout(String catalog) throws SQLException {
		String url = PostgresServer.shared().createDatabase();
		PostgresServer.shared().execute(url, "revoke select on pg_catalog.%s from public".formatted(catalog));
		Connection connection = DriverManager.getConnection(url, PostgresServer.USER, PostgresServer.PASSWORD);
		execute(connection, TABLES);
		return connection;
	}

}
