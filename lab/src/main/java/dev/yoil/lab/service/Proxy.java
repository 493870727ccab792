package dev.yoil.lab.service;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;

/**
 * An nginx that passes requests on to several services, in turns.
 *
 * @param process the one that started the others
 * @param port where it listens
 * @param folder where it runs
 */
record Proxy(ChildProcess process, int port, Path folder) {

	/** Its configuration in the checkout. */
	static final String CONFIGURATION = "cluster/nginx.conf";

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
			write(folder, services);
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
	 * Passes requests on to other services from here on, but for those that are under
	 * way.
	 * @throws LabException if it cannot be told
	 */
	void passTo(List<Launched> services) {
		try {
			write(this.folder, services);
		}
		catch (IOException ex) {
			throw new LabException("nginx cannot be told of other services (" + ServiceLog.oneLine(ex.toString())
					+ "): let this user write to " + this.folder, ex);
		}
		if (!this.process.signal("-HUP")) {
			throw new LabException(
					"nginx cannot be told of other services: it has ended, or this system has no signals");
		}
	}

	private static void write(Path folder, List<Launched> services) throws IOException {
		Files.writeString(folder.resolve("instances.conf"),
				services.stream()
					.map((service) -> "server 127.0.0.1:" + service.port() + " max_fails=0;")
					.collect(Collectors.joining("\n")));
	}

	/**
	 * Tells how much time of processors it has used, in seconds.
	 * @return empty if that is not known, or it has ended
	 */
	OptionalDouble cpu() {
		return this.process.cpuOfAll();
	}

}
