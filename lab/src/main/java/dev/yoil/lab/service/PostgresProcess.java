package dev.yoil.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalDouble;
import java.util.stream.Stream;

import javax.sql.DataSource;

import dev.yoil.lab.LabException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL on a free port of the loopback interface. Thread-safe.
 */
final class PostgresProcess implements AutoCloseable {

	private final Path folder;

	private final Path programs;

	private final Path log;

	private @Nullable EmbeddedPostgres server;

	private boolean closed;

	private boolean suspended;

	/**
	 * Creates it; nothing is started yet.
	 * @param folder where the data are
	 * @param programs where its programs are unpacked to, unless they are there
	 * @param log of what it says
	 */
	PostgresProcess(Path folder, Path programs, Path log) {
		this.folder = folder;
		this.programs = programs;
		this.log = log;
	}

	/**
	 * Starts it unless it runs.
	 * @return whether it was started
	 * @throws LabException if it does not start
	 */
	synchronized boolean start() {
		if (this.closed) {
			throw new LabException("The lab is ending: start it again");
		}
		if (this.server != null) {
			return false;
		}
		ProcessBuilder.Redirect output = ProcessBuilder.Redirect.appendTo(this.log.toFile());
		try {
			// All may write to the folder that the library unpacks to, and so decide what
			// is run, unless nobody else gets there.
			Files.createDirectories(this.programs,
					PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
			this.server = EmbeddedPostgres.builder()
				.setOverrideWorkingDirectory(this.programs.resolve("unpacked").toFile())
				.setDataDirectory(this.folder)
				.setLocaleConfig("locale", "C")
				.setServerConfig("listen_addresses", "localhost")
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

	/**
	 * Tells what to do if it does not start.
	 * @param why what was said
	 * @param root whether root asks
	 */
	static String refusal(String why, boolean root) {
		String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
		if (why.contains("No Postgres binary") || why.contains("Missing")) {
			return "There is no PostgreSQL for " + system
					+ " in the lab's libraries: run lab/run, which builds the lab again, or see the profiles in lab/pom.xml";
		}
		String refused = "PostgreSQL does not start on " + system + " (" + ServiceLog.oneLine(why) + ")";
		return root
				? refused + ": it refuses to run as root unless 'unshare -U' is allowed, so run the lab as another user"
				: refused;
	}

	synchronized boolean isRunning() {
		return this.server != null;
	}

	int port() {
		return running().getPort();
	}

	/**
	 * Returns a database of it, as its administrator.
	 */
	DataSource database(String name) {
		return running().getDatabase("postgres", name);
	}

	private synchronized EmbeddedPostgres running() {
		if (this.server == null) {
			throw new LabException("PostgreSQL has ended: run the experiment again");
		}
		return this.server;
	}

	/**
	 * Stops all its processes where they are: connections stay open, nothing answers.
	 * @throws IllegalStateException if it does not run, or the system has no signals
	 */
	synchronized void suspend() {
		ProcessHandle postmaster = postmaster();
		// From now on it makes no further ones.
		if (!ChildProcess.signal("-STOP", Stream.of(postmaster))) {
			throw new IllegalStateException("PostgreSQL cannot be stopped: this system has no signals");
		}
		this.suspended = true;
		ChildProcess.signal("-STOP", postmaster.children());
	}

	/**
	 * Lets them go on; nothing if they were not stopped.
	 * @throws IllegalStateException if it has ended meanwhile
	 */
	synchronized void resume() {
		if (!this.suspended) {
			return;
		}
		this.suspended = false;
		ProcessHandle postmaster = postmaster();
		ChildProcess.signal("-CONT", Stream.concat(postmaster.children(), Stream.of(postmaster)));
	}

	/**
	 * Tells how much time of processors all its processes have used that still run, in
	 * seconds.
	 * @return empty if it has ended, or that is not known
	 */
	OptionalDouble cpu() {
		try {
			return ChildProcess.cpuOfAll(postmaster());
		}
		catch (IllegalStateException ex) {
			return OptionalDouble.empty();
		}
	}

	/** The first line of the file in our own folder is the number of its process. */
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
	 * Ends it, after a start that is under way.
	 */
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
			forced();
		}
		this.server = null;
	}

	private void forced() {
		try {
			postmaster().children().forEach(ProcessHandle::destroyForcibly);
			postmaster().destroyForcibly();
		}
		catch (IllegalStateException ex) {
			// It has ended, which is what is wanted.
			return;
		}
	}

}
