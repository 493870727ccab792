package dev.yoil.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * Files that are there completely or not at all, whatever happens while they are written.
 */
final class WholeFile {

	private WholeFile() {
	}

	/**
	 * Writes a file in UTF-8, in place of one that is there.
	 * @param file where to; its folder exists
	 * @param text what
	 * @throws IOException if it cannot be written; then a file that was there is as it
	 * was
	 */
	static void write(Path file, String text) throws IOException {
		Path part = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
		try {
			Files.writeString(part, text);
			Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		}
		finally {
			Files.deleteIfExists(part);
		}
	}

}
