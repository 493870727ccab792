package dev.yoil.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL on a free port of the loopback interface, started for its first database.
 * Thread-safe, but {@link #open} is for one thread at a time.
 */
final class Postgres implements Database.Source {

	private static final String USER = "yoil";

	/** Enough for 300 simulated instances. */
	private static final String MAX_CONNECTIONS = "400";

	private final Path folder;

	private final Path programs;

	private final Path log;

	private final Set<Integer> filled = new HashSet<>();

	private @Nullable EmbeddedPostgres server;

	private boolean closed;

	private boolean suspended;

	private int opened;

	/**
	 * Creates it; starts nothing.
	 * @param folder for the data
	 * @param kept for the unpacked programs
	 */
	Postgres(Path folder, Path kept) {
		this.folder = folder.resolve("postgresql");
		this.programs = kept.resolve("postgresql-programs");
		this.log = folder.resolve("postgresql.log");
	}

	@Override
	public Database open(int webtoons, ObjIntConsumer<Database> filling) {
		if (start()) {
			execute("postgres", "create role " + USER + " login");
		}
		String template = "yoil_filled_with_" + webtoons;
		if (!this.filled.contains(webtoons)) {
			execute("postgres", "drop database if exists " + template + " with (force)",
					"create database " + template + " owner " + USER
							+ " template template0 encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'ko'");
			filling.accept(new Opened(template), webtoons);
			// Without it the planner knows the rows in some runs and not in others.
			execute(template, "vacuum analyze");
			this.filled.add(webtoons);
		}
		this.opened++;
		Opened copy = new Opened("yoil_" + this.opened);
		execute("postgres", "create database " + copy.name + " owner " + USER + " template " + template);
		return copy;
	}

	private synchronized boolean start() {
		if (this.closed) {
			throw Launcher.ending();
		}
		if (this.server != null) {
			return false;
		}
		ProcessBuilder.Redirect output = ProcessBuilder.Redirect.appendTo(this.log.toFile());
		try {
			// Otherwise the library unpacks to a folder that all users may write to.
			Files.createDirectories(this.programs,
					PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
			this.server = EmbeddedPostgres.builder()
				.setOverrideWorkingDirectory(this.programs.resolve("unpacked").toFile())
				.setDataDirectory(this.folder)
				.setLocaleConfig("locale", "C")
				.setServerConfig("listen_addresses", "localhost")
				.setServerConfig("max_connections", MAX_CONNECTIONS)
				.setOutputRedirector(output)
				.setErrorRedirector(output)
				.start();
			return true;
		}
		catch (IOException | RuntimeException ex) {
			String why = ex.getMessage() + ((ex.getCause() != null) ? ": " + ex.getCause().getMessage() : "");
			throw new LabException(refusal(why, "root".equals(System.getProperty("user.name"))), ex);
		}
	}

	static String refusal(String why, boolean root) {
		String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
		if (why.contains("No Postgres binary") || why.contains("Missing")) {
			return "No PostgreSQL for " + system
					+ " in the lab's libraries: rebuild with lab/run, or see the profiles in lab/pom.xml";
		}
		String refused = "PostgreSQL does not start on " + system + " (" + ServiceLog.oneLine(why) + ")";
		return root ? refused + ": as root it needs 'unshare -U', so run the lab as another user" : refused;
	}

	private synchronized EmbeddedPostgres running() {
		if (this.server == null) {
			throw new LabException("PostgreSQL has ended: run the experiment again");
		}
		return this.server;
	}

	private void execute(String database, String... statements) {
		try (Connection connection = running().getDatabase("postgres", database).getConnection();
				Statement statement = connection.createStatement()) {
			for (String sql : statements) {
				statement.execute(sql);
			}
		}
		catch (SQLException ex) {
			throw new LabException("PostgreSQL failed to create or drop a database ("
					+ ServiceLog.oneLine(String.valueOf(ex.getMessage())) + "): run the experiment again", ex);
		}
	}

	private synchronized void suspend() {
		ProcessHandle postmaster = postmaster();
		// First, so that it starts no further processes.
		if (!ChildProcess.signal("-STOP", Stream.of(postmaster))) {
			throw new IllegalStateException("PostgreSQL cannot be stopped: this system has no signals");
		}
		this.suspended = true;
		ChildProcess.signal("-STOP", postmaster.children());
	}

	private synchronized void resume() {
		if (this.suspended) {
			this.suspended = false;
			ProcessHandle postmaster = postmaster();
			ChildProcess.signal("-CONT", Stream.concat(postmaster.children(), Stream.of(postmaster)));
		}
	}

	/** Reads the process id from the first line of PostgreSQL's own file. */
	private ProcessHandle postmaster() {
		try (Stream<String> lines = Files.lines(this.folder.resolve("postmaster.pid"))) {
			return lines.findFirst()
				.map(String::trim)
				.map(Long::valueOf)
				.flatMap(ProcessHandle::of)
				.orElseThrow(() -> new IllegalStateException("PostgreSQL has ended"));
		}
		catch (IOException ex) {
			throw new IllegalStateException("PostgreSQL has ended", ex);
		}
	}

	/**
	 * Returns the CPU seconds of a process. Its times in ticks of 10 ms are too coarse
	 * for hundreds of processes that each use less.
	 */
	private static double cpu(ProcessHandle process) {
		Collection<Double> threads = MachineFacts.threads(process.pid()).values();
		return threads.isEmpty() ? ChildProcess.cpu(process).orElse(0)
				: threads.stream().mapToDouble(Double::doubleValue).sum();
	}

	@Override
	public synchronized void close() {
		this.closed = true;
		EmbeddedPostgres ending = this.server;
		if (ending == null) {
			return;
		}
		try {
			resume();
			ending.close();
		}
		catch (IOException | RuntimeException ex) {
			kill();
		}
		this.server = null;
	}

	private void kill() {
		try {
			postmaster().children().forEach(ProcessHandle::destroyForcibly);
			postmaster().destroyForcibly();
		}
		catch (IllegalStateException ex) {
			// It has ended already.
			return;
		}
	}

	private final class Opened implements Database {

		private final String name;

		private Opened(String name) {
			this.name = name;
		}

		@Override
		public Map<String, String> properties() {
			return Map.of("spring.profiles.active", "postgres", "spring.datasource.url",
					"jdbc:postgresql://127.0.0.1:" + running().getPort() + "/" + this.name,
					"spring.datasource.username", USER);
		}

		@Override
		public OptionalDouble cpu() {
			try {
				ProcessHandle postmaster = postmaster();
				return OptionalDouble.of(Stream.concat(Stream.of(postmaster), postmaster.descendants())
					.mapToDouble(Postgres::cpu)
					.sum());
			}
			catch (IllegalStateException ex) {
				return OptionalDouble.empty();
			}
		}

		@Override
		public void stop() {
			suspend();
		}

		@Override
		public void resume() {
			Postgres.this.resume();
		}

		@Override
		public void disconnect() {
			execute("postgres",
					"select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + this.name + "'");
		}

		@Override
		public void backUp() {
			String connections = "alter database " + this.name + " with allow_connections ";
			execute("postgres", connections + "false");
			try {
				disconnect();
				execute("postgres",
						"create database " + this.name + "_backup owner " + USER + " template " + this.name);
			}
			finally {
				execute("postgres", connections + "true");
			}
		}

		@Override
		public void restore() {
			execute("postgres", "drop database " + this.name + " with (force)",
					"alter database " + this.name + "_backup rename to " + this.name);
		}

		@Override
		public void refuseWrites(boolean refuse) {
			execute("postgres", "alter database " + this.name + " set default_transaction_read_only = " + refuse);
			disconnect();
		}

		@Override
		public void close() {
			try {
				execute("postgres", "drop database if exists " + this.name + " with (force)");
			}
			catch (LabException ex) {
				// The server's folder is deleted later.
				return;
			}
		}

	}

}
