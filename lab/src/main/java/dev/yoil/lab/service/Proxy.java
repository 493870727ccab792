package dev.yoil.lab.service;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;

/**
 * An nginx that passes requests on to several services, in turns.
 *
 * @param process the one that started the others
 * @param port where it listens
 */
record Proxy(ChildProcess process, int port) {

	/** Its configuration in the checkout. */
	static final String CONFIGURATION = "cluster/nginx.conf";

	private static final Duration LIMIT = Duration.ofSeconds(10);

	/** Where it may be although it is in nobody's PATH. */
	private static final List<String> FOLDERS = List.of("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin");

	/**
	 * Makes the folder that it runs in.
	 * @param folder is made
	 * @param configuration is copied there
	 * @param port where it is to listen
	 * @param services to which it is to pass requests on
	 * @return the folder
	 */
	static Path prepare(Path folder, Path configuration, int port, List<Launched> services) {
		try {
			Files.createDirectories(folder);
			Files.copy(configuration, folder.resolve("nginx.conf"));
			Files.writeString(folder.resolve("listen.conf"), "listen 127.0.0.1:" + port + ";");
			Files.writeString(folder.resolve("instances.conf"),
					services.stream()
						.map((service) -> "server 127.0.0.1:" + service.port() + ";")
						.collect(Collectors.joining("\n")));
			return folder;
		}
		catch (IOException ex) {
			throw new LabException("Cannot set nginx up in " + folder + " (" + ServiceLog.oneLine(ex.toString())
					+ "): let this user write there", ex);
		}
	}

	/**
	 * Says how to start it, so that it ends with the process that was started.
	 * @param folder that was made for it
	 * @throws LabException if there is no nginx
	 */
	static List<String> command(Path folder) {
		return List.of(program(System.getenv().getOrDefault("PATH", "")), "-p", folder + "/", "-c",
				folder.resolve("nginx.conf").toString(), "-e", "stderr", "-g", "daemon off;");
	}

	/**
	 * Finds nginx.
	 * @param path folders to look into first, as PATH has them
	 * @throws LabException if there is none
	 */
	static String program(String path) {
		return program(path, FOLDERS);
	}

	static String program(String path, List<String> folders) {
		return Stream.concat(Stream.of(path.split(File.pathSeparator)), folders.stream())
			.map((folder) -> Path.of(folder, "nginx"))
			.filter(Files::isExecutable)
			.findFirst()
			.map(Path::toString)
			.orElseThrow(() -> new LabException(
					"There is no nginx, behind which several instances are: install it (Debian: apt install nginx-light)"));
	}

	/**
	 * Waits until it listens.
	 * @return false if it ended before
	 */
	boolean awaitReady() {
		return Patience.ask(this::state, Duration.ofMillis(50), LIMIT).orElse(false);
	}

	private Optional<Boolean> state() {
		if (!this.process.isAlive()) {
			return Optional.of(false);
		}
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(InetAddress.getByAddress(new byte[] { 127, 0, 0, 1 }), this.port),
					500);
			return Optional.of(true);
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Tells how much time of processors it has used, in seconds.
	 * @return empty if that is not known, or it has ended
	 */
	OptionalDouble cpu() {
		return this.process.cpuOfAll();
	}

}
