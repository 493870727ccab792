package dev.yoil.lab.service;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;
import dev.yoil.lab.service.Launcher.Launched;

/**
 * An nginx in front of several instances, which it asks in turn.
 *
 * @param process the master process
 * @param port on the loopback interface
 * @param folder of its configuration
 */
record Proxy(ChildProcess process, int port, Path folder) {

	/** Its configuration in the checkout. */
	static final String CONFIGURATION = "cluster/nginx.conf";

	/** Folders of nginx that are often not in PATH. */
	private static final List<String> FOLDERS = List.of("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin");

	static void configure(Path folder, Path configuration, int port, List<Launched> instances) {
		try {
			Files.createDirectories(folder);
			Files.copy(configuration, folder.resolve("nginx.conf"));
			Files.writeString(folder.resolve("listen.conf"), "listen 127.0.0.1:" + port + ";");
			write(folder, instances);
		}
		catch (IOException ex) {
			throw Folders.cannot("write to " + folder, ex);
		}
	}

	static List<String> command(Path folder) {
		return List.of(program(System.getenv().getOrDefault("PATH", ""), FOLDERS), "-p", folder + "/", "-c",
				folder.resolve("nginx.conf").toString(), "-e", "stderr", "-g", "daemon off;");
	}

	/** Finds nginx in PATH, then in other folders. */
	static String program(String path, List<String> folders) {
		return Stream.concat(Stream.of(path.split(File.pathSeparator)), folders.stream())
			.map((folder) -> Path.of(folder, "nginx"))
			.filter(Files::isExecutable)
			.findFirst()
			.map(Path::toString)
			.orElseThrow(() -> new LabException(
					"No nginx, which several instances need: install it (Debian: apt install nginx-light)"));
	}

	/** Passes new requests on to these instances. */
	void passTo(List<Launched> instances) {
		try {
			write(this.folder, instances);
		}
		catch (IOException ex) {
			throw Folders.cannot("write to " + this.folder, ex);
		}
		if (!this.process.signal("-HUP")) {
			throw new LabException("nginx cannot be reloaded: it has ended, or this system has no signals");
		}
	}

	private static void write(Path folder, List<Launched> instances) throws IOException {
		Files.writeString(folder.resolve("instances.conf"),
				instances.stream()
					.map((instance) -> "server 127.0.0.1:" + instance.port() + " max_fails=0;")
					.collect(Collectors.joining("\n")));
	}

}
