package dev.yoil.lab.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import dev.yoil.lab.LabException;

/**
 * A folder for what takes long to make, and is the same whenever a jar is run by a JVM:
 * it outlives the run of the lab that made it. What is in it is whole, since it is moved
 * there when it is.
 */
final class Kept {

	private Kept() {
	}

	/**
	 * Makes one, or finds that of a former run, and removes those of other jars.
	 * @param jar what is run
	 * @param parent of the folders of all jars; is made if it does not exist
	 * @throws LabException if the jar cannot be read, or the folder not be made
	 */
	static Path of(Path jar, Path parent) {
		try {
			Path folder = parent.toAbsolutePath().resolve(name(jar));
			if (Files.isDirectory(parent)) {
				try (DirectoryStream<Path> others = Files.newDirectoryStream(parent)) {
					for (Path other : others) {
						if (!other.getFileName().equals(folder.getFileName())) {
							WorkFolder.delete(other);
						}
					}
				}
			}
			return Files.createDirectories(folder);
		}
		catch (IOException ex) {
			throw new LabException("Cannot keep in " + parent + " what is made of " + jar + " ("
					+ ServiceLog.oneLine(ex.toString()) + "): let this user read and write there", ex);
		}
	}

	/**
	 * Keeps a file or folder.
	 * @param made where it was made; is there no longer after that
	 * @param to its name in a folder of this kind
	 * @throws LabException if it cannot be moved
	 */
	static void keep(Path made, Path to) {
		try {
			Files.move(made, to, StandardCopyOption.ATOMIC_MOVE);
		}
		catch (IOException ex) {
			throw new LabException(
					"Cannot keep " + to + " (" + ServiceLog.oneLine(ex.toString()) + "): let this user write there",
					ex);
		}
	}

	private static String name(Path jar) throws IOException {
		MessageDigest digest = sha256();
		try (InputStream in = new DigestInputStream(Files.newInputStream(jar), digest)) {
			in.transferTo(OutputStream.nullOutputStream());
		}
		for (String property : new String[] { "java.home", "java.vm.version" }) {
			digest.update(System.getProperty(property).getBytes(StandardCharsets.UTF_8));
		}
		return HexFormat.of().formatHex(digest.digest(), 0, 8);
	}

	private static MessageDigest sha256() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Each Java platform has it", ex);
		}
	}

}
