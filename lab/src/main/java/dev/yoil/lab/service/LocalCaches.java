package dev.yoil.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

import dev.yoil.lab.LabException;

/**
 * Caches of several instances without the tier that they share, and else the same.
 */
final class LocalCaches {

	private static final Pattern SHARED = Pattern.compile("<y:shared-tier\\b[^>]*/>|\\bscope=\"GLOBAL\"");

	private LocalCaches() {
	}

	/**
	 * Writes the file.
	 * @param shared the caches with the tier
	 * @param local is made, or replaced
	 * @throws LabException if there is nothing shared, or no file
	 */
	static void write(Path shared, Path local) {
		try {
			String text = Files.readString(shared);
			String without = SHARED.matcher(text).replaceAll("");
			if (without.equals(text)) {
				throw new LabException("Nothing is shared in " + shared + ": take the file as the checkout has it");
			}
			Files.writeString(local, without);
		}
		catch (IOException ex) {
			throw new LabException("Cannot make " + local + " out of " + shared + " ("
					+ ServiceLog.oneLine(ex.toString()) + "): let this user read and write there", ex);
		}
	}

}
