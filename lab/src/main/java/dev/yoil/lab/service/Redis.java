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
 * A Redis without persistence, for the shared tier of one service.
 *
 * @param process of Redis
 * @param port on the loopback interface
 */
record Redis(ChildProcess process, int port) {

	static String program(Path kept) {
		return program(kept, System.getProperty("os.name"), System.getProperty("os.arch"));
	}

	/** Unpacks the program from the lab's libraries, unless it is there. */
	static String program(Path kept, String system, String processor) {
		String kind = system.toLowerCase(Locale.ROOT) + " " + processor;
		String name = switch (kind) {
			case "linux amd64" -> "redis-server-6.2.6-v5-linux-amd64";
			case "linux aarch64" -> "redis-server-6.2.7-linux-arm64";
			case "mac os x x86_64" -> "redis-server-6.2.6-v5-darwin-amd64";
			case "mac os x aarch64" -> "redis-server-6.2.6-v5-darwin-arm64";
			default -> throw new LabException("No Redis for " + kind + ": use Linux or macOS, x86-64 or ARM");
		};
		Path program = kept.resolve(name);
		if (!Files.exists(program)) {
			Path made = kept.resolve(name + ".new");
			try (InputStream packed = Redis.class.getResourceAsStream("/" + name)) {
				if (packed == null) {
					throw new LabException("No " + name + " in the lab's libraries: rebuild with lab/run");
				}
				Files.copy(packed, made, StandardCopyOption.REPLACE_EXISTING);
				Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwx------"));
			}
			catch (IOException ex) {
				throw Folders.cannot("unpack Redis to " + kept, ex);
			}
			Folders.move(made, program);
		}
		return program.toString();
	}

	/**
	 * Writes the configuration. The password is in a file that only this user can read,
	 * since all users see arguments.
	 * @return the file
	 */
	static Path configure(Path folder, int port, String password) {
		try {
			Files.createDirectories(folder);
			Path settings = Files.createFile(folder.resolve("redis.conf"),
					PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
			return Files.write(settings, List.of("bind 127.0.0.1", "port " + port, "requirepass " + password,
					"save \"\"", "appendonly no", "maxmemory 64mb", "maxmemory-policy allkeys-lru"));
		}
		catch (IOException ex) {
			throw Folders.cannot("write to " + folder, ex);
		}
	}

	/** Stops it: connections stay open, but it does not answer. */
	void stop() {
		if (!this.process.signal("-STOP")) {
			throw new IllegalStateException("Redis cannot be stopped: it has ended, or this system has no signals");
		}
	}

	void resume() {
		this.process.signal("-CONT");
	}

}
