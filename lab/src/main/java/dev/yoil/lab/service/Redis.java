package dev.yoil.lab.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;

import dev.yoil.lab.LabException;

/**
 * A Redis that keeps nothing on the disk, for what the instances of one service share.
 *
 * @param process which it is
 * @param port where it listens, on the loopback interface
 */
record Redis(ChildProcess process, int port) {

	/**
	 * Finds its program, out of the lab's libraries, so that it is the same everywhere.
	 * @param kept where it is unpacked to, unless it is there
	 * @throws LabException if there is none for this system
	 */
	static String program(Path kept) {
		return program(kept, System.getProperty("os.name"), System.getProperty("os.arch"));
	}

	static String program(Path kept, String system, String processor) {
		String kind = system.toLowerCase(Locale.ROOT) + " " + processor;
		String name = switch (kind) {
			case "linux amd64" -> "redis-server-6.2.6-v5-linux-amd64";
			case "linux aarch64" -> "redis-server-6.2.7-linux-arm64";
			case "mac os x x86_64" -> "redis-server-6.2.6-v5-darwin-amd64";
			case "mac os x aarch64" -> "redis-server-6.2.6-v5-darwin-arm64";
			default -> throw new LabException("There is no Redis for " + kind
					+ " in the lab's libraries: run the lab on " + "Linux or macOS, x86-64 or ARM");
		};
		Path program = kept.resolve(name);
		if (!Files.exists(program)) {
			Path made = kept.resolve(name + ".new");
			try (InputStream packed = Redis.class.getResourceAsStream("/" + name)) {
				if (packed == null) {
					throw new LabException(
							"There is no " + name + " in the lab's libraries: run lab/run, which builds it again");
				}
				Files.copy(packed, made, StandardCopyOption.REPLACE_EXISTING);
				Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwx------"));
			}
			catch (IOException ex) {
				throw new LabException("Cannot unpack Redis to " + kept + " (" + ServiceLog.oneLine(ex.toString())
						+ "): let this user write there", ex);
			}
			Kept.keep(made, program);
		}
		return program.toString();
	}

	/**
	 * Makes the folder that it runs in. Its password is in a file that nobody else reads,
	 * and not in arguments, which everybody sees.
	 * @param folder is made
	 * @return the folder
	 */
	static Path prepare(Path folder, int port, String password) {
		try {
			Files.createDirectories(folder);
			Path settings = Files.createFile(folder.resolve("redis.conf"),
					PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
			Files.write(settings, List.of("bind 127.0.0.1", "port " + port, "requirepass " + password, "save \"\"",
					"appendonly no", "maxmemory 64mb", "maxmemory-policy allkeys-lru"));
			return folder;
		}
		catch (IOException ex) {
			throw new LabException("Cannot set Redis up in " + folder + " (" + ServiceLog.oneLine(ex.toString())
					+ "): let this user write there", ex);
		}
	}

	/**
	 * Says how to start it.
	 * @param program its program
	 * @param folder that was made for it
	 */
	static List<String> command(String program, Path folder) {
		return List.of(program, folder.resolve("redis.conf").toString());
	}

	/**
	 * Stops it where it is: connections stay open, nothing answers.
	 * @throws IllegalStateException if it has ended, or the system has no signals
	 */
	void stop() {
		if (!this.process.signal("-STOP")) {
			throw new IllegalStateException("Redis cannot be stopped: it has ended, or this system has no signals");
		}
	}

	/**
	 * Lets it go on; nothing if it was not stopped.
	 */
	void resume() {
		this.process.signal("-CONT");
	}

}
