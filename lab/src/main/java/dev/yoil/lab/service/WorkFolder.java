package dev.yoil.lab.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;

/**
 * A folder of our own inside of the one that we were given, for all that is made. The
 * services run in it, so that a setting may name a file of it.
 */
final class WorkFolder {

	private WorkFolder() {
	}

	/**
	 * Makes one.
	 * @param parent is made if it does not exist
	 * @throws LabException if it cannot be made
	 */
	static Path create(Path parent) {
		try {
			Path folder = Files.createTempDirectory(Files.createDirectories(parent.toAbsolutePath()), "services-");
			Files.createDirectories(folder.resolve("tmp"));
			try (InputStream in = WorkFolder.class.getResourceAsStream(ServiceSettings.EHCACHE_20S)) {
				Files.copy(Objects.requireNonNull(in), folder.resolve(ServiceSettings.EHCACHE_20S));
			}
			return folder;
		}
		catch (IOException ex) {
			throw new LabException("Cannot write to " + parent + " (" + ServiceLog.oneLine(ex.toString())
					+ "): let this user write there, or choose another folder", ex);
		}
	}

	/**
	 * Deletes a folder with all that is in it, as far as it can be deleted.
	 */
	static void delete(Path folder) {
		if (!Files.exists(folder)) {
			return;
		}
		try (Stream<Path> found = Files.walk(folder)) {
			List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
			for (Path path : deepestFirst) {
				path.toFile().delete();
			}
		}
		catch (IOException | UncheckedIOException ex) {
			// Somebody else deletes the same, or is just writing there and deletes it
			// then.
			return;
		}
	}

}
