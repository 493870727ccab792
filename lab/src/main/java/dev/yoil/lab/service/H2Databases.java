package dev.yoil.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ObjIntConsumer;

/**
 * Database files of H2. Filled ones are kept for an hour, since rankings count recent
 * reviews. For one thread at a time.
 */
final class H2Databases implements Database.Source {

	private static final Duration FRESH = Duration.ofHours(1);

	private final Path folder;

	private final Path kept;

	private final Clock clock;

	private int opened;

	H2Databases(Path folder, Path kept, Clock clock) {
		this.folder = folder;
		this.kept = kept;
		this.clock = clock;
	}

	@Override
	public Database open(int webtoons, ObjIntConsumer<Database> filling) {
		Path template = this.kept.resolve("h2-filled-with-" + webtoons);
		if (template.toFile().lastModified() <= this.clock.millis() - FRESH.toMillis()) {
			File empty = new File(this.folder.resolve("h2-to-fill-with-" + webtoons));
			filling.accept(empty, webtoons);
			Path copy = this.kept.resolve("h2.new");
			copy(empty.file(), copy);
			Folders.move(copy, template);
			empty.close();
		}
		this.opened++;
		File copy = new File(this.folder.resolve("h2-" + this.opened));
		copy(template, copy.file());
		return copy;
	}

	private static void copy(Path from, Path to) {
		try {
			Files.createDirectories(to.getParent());
			Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
		}
		catch (IOException ex) {
			throw Folders.cannot("copy the database " + from, ex);
		}
	}

	@Override
	public void close() {
		// The owners of the folders delete them.
	}

	private record File(Path folder) implements Database {

		Path file() {
			return this.folder.resolve("yoil.mv.db");
		}

		@Override
		public Map<String, String> properties() {
			return Map.of("spring.datasource.url",
					"jdbc:h2:file:" + this.folder.resolve("yoil").toAbsolutePath() + ";DB_CLOSE_ON_EXIT=FALSE");
		}

		@Override
		public OptionalDouble cpu() {
			return OptionalDouble.empty();
		}

		@Override
		public void stop() {
			throw new IllegalStateException("H2 is part of the service and cannot be stopped: use PostgreSQL");
		}

		@Override
		public void resume() {
			// It never stopped.
		}

		@Override
		public void close() {
			Folders.delete(this.folder);
		}

	}

}
