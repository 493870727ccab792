package dev.yoil.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;

import dev.yoil.lab.LabException;

/**
 * Database files of H2, in a folder. Filled ones are kept for an hour: what their readers
 * did was recent when they were filled, and rankings count what is. For one thread at a
 * time.
 */
final class H2Databases implements Databases {

	private static final String NAME = "yoil";

	private static final Duration FRESH = Duration.ofHours(1);

	private static final String FILLED = "h2-filled-with-";

	private final Path folder;

	private final Path kept;

	private final Clock clock;

	private int opened;

	/**
	 * Creates it; no database is made yet.
	 * @param folder for the databases
	 * @param kept for filled ones
	 * @param clock tells how old a filled one is
	 */
	H2Databases(Path folder, Path kept, Clock clock) {
		this.folder = folder;
		this.kept = kept;
		this.clock = clock;
	}

	@Override
	public Database open(int webtoons, Filling filling) {
		String filled = FILLED + webtoons;
		Path template = this.kept.resolve(filled);
		if (!isFresh(template)) {
			File empty = new File(this.folder.resolve("h2-to-fill-with-" + webtoons));
			filling.fill(empty, webtoons);
			Path copy = this.kept.resolve("h2.new");
			copy(empty.file(), copy);
			Kept.keep(copy, template);
			empty.close();
		}
		this.opened++;
		File copy = new File(this.folder.resolve("h2-" + this.opened));
		copy(template, copy.file());
		return copy;
	}

	private boolean isFresh(Path template) {
		return template.toFile().lastModified() > this.clock.millis() - FRESH.toMillis();
	}

	private static void copy(Path from, Path to) {
		try {
			Files.createDirectories(to.getParent());
			Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
			if (Files.mismatch(from, to) >= 0) {
				throw new IOException("the copy differs");
			}
		}
		catch (IOException ex) {
			throw new LabException("Cannot copy the database " + from + " (" + ServiceLog.oneLine(ex.toString())
					+ "): make room on the disk and try again", ex);
		}
	}

	@Override
	public void close() {
		// They are in folders that their owners remove, or keep.
	}

	private static final class File implements Database {

		private final Path folder;

		private File(Path folder) {
			this.folder = folder;
		}

		private Path file() {
			return this.folder.resolve(NAME + ".mv.db");
		}

		@Override
		public Map<String, String> properties() {
			return Map.of("spring.datasource.url",
					"jdbc:h2:file:" + this.folder.resolve(NAME).toAbsolutePath() + ";DB_CLOSE_ON_EXIT=FALSE");
		}

		@Override
		public OptionalDouble cpu() {
			return OptionalDouble.empty();
		}

		@Override
		public void stop() {
			throw new IllegalStateException("H2 is inside of the service and cannot be stopped: use PostgreSQL");
		}

		@Override
		public void resume() {
			// It never stopped.
		}

		@Override
		public void close() {
			WorkFolder.delete(this.folder);
		}

	}

}
