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
import dev.yoil.lab.service.ServiceSettings.Front;

/**
 * An nginx or a Varnish in front of several instances, which it asks in turn.
 */
final class Proxy {

	/** Folders of programs that are often not in PATH. */
	private static final List<String> FOLDERS = List.of("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin");

	private static final List<Path> MODULES = Stream.of("/usr/lib", "/usr/lib64", "/usr/local/lib")
		.map((folder) -> Path.of(folder, "nginx", "modules"))
		.toList();

	private final Front front;

	private final Path folder;

	private final int port;

	private final int purgePort;

	private volatile ChildProcess process;

	/**
	 * Creates a proxy and starts it.
	 * @param folder for its files
	 * @param root of the checkout
	 * @param port of the loopback interface
	 * @param purgePort where instances purge an edge
	 */
	Proxy(Launcher launcher, ServiceSettings settings, Path folder, Path root, int port, int purgePort,
			List<Launched> instances) {
		this.front = settings.front();
		this.folder = folder;
		this.port = port;
		this.purgePort = purgePort;
		try {
			Files.createDirectories(folder);
			for (String file : this.front.files()) {
				Path from = root.resolve(file);
				// The actuator is at another port.
				String text = Files.readString(from)
					.replace("/actuator/health/readiness", "/readyz")
					.replace("error_log error.log", "error_log stderr");
				Files.writeString(folder.resolve(from.getFileName()),
						"purge".equals(settings.properties().get(ServiceSettings.PLANT))
								? text.replace("= renew(tags)", "= math.random(1000) == 1 or renew(tags)") : text);
			}
			Files.writeString(folder.resolve("listen.conf"), "listen 127.0.0.1:" + port + ";");
			Files.writeString(folder.resolve("purge-listen.conf"), "listen 127.0.0.1:" + purgePort + ";");
			Files.writeString(folder.resolve("modules.conf"), (this.front == Front.EDGE) ? modules() : "");
			Files.writeString(folder.resolve("instances.vcl"), backends(instances));
			write(folder, instances);
		}
		catch (IOException ex) {
			throw Folders.cannot("write to " + folder, ex);
		}
		this.process = start(launcher);
	}

	private ChildProcess start(Launcher launcher) {
		return launcher.listening((this.front == Front.VARNISH) ? varnish() : nginx(), this.folder.resolve("front.log"),
				this.port, this.front.program());
	}

	/** Ends it and starts it again; an edge loses what it has stored. */
	void restart(Launcher launcher) {
		launcher.end(this.process);
		this.process = start(launcher);
	}

	private List<String> nginx() {
		// As root, its workers would be another user, who cannot write here.
		String user = "root".equals(System.getProperty("user.name")) ? " user root;" : "";
		return List.of(program(), "-p", this.folder + "/", "-c", this.folder.resolve("nginx.conf").toString(), "-e",
				"stderr", "-g", "daemon off;" + user);
	}

	private List<String> varnish() {
		return List.of(program(), "-j", "none", "-F", "-n", this.folder.resolve("work").toString(), "-f",
				this.folder.resolve("varnish.vcl").toString(), "-a", "127.0.0.1:" + this.port, "-a",
				"purge=127.0.0.1:" + this.purgePort, "-s", "malloc,64m", "-p", "http_gzip_support=off", "-p",
				"http_range_support=off", "-p", "shortlived=0");
	}

	private String program() {
		return program(System.getenv().getOrDefault("PATH", ""), FOLDERS, this.front);
	}

	private static String modules() {
		Path folder = MODULES.stream()
			.filter((each) -> Files.exists(each.resolve("ngx_http_lua_module.so")))
			.findFirst()
			.orElseThrow(() -> new LabException(
					"nginx has no Lua, which the edge needs: install it (Debian: apt install libnginx-mod-http-lua)"));
		return Stream.of("ndk_http_module.so", "ngx_http_lua_module.so")
			.map((each) -> "load_module " + folder.resolve(each) + ";\n")
			.collect(Collectors.joining());
	}

	private static String backends(List<Launched> instances) {
		return instances.stream()
			.map((each) -> "backend i%1$d { .host = \"127.0.0.1\"; .port = \"%1$d\"; }\n".formatted(each.port()))
			.collect(Collectors.joining())
				+ instances.stream()
					.map((each) -> "instances.add_backend(i%d);\n".formatted(each.port()))
					.collect(Collectors.joining("", "sub vcl_init { new instances = directors.round_robin();\n", "}"));
	}

	/** Finds its program in PATH, then in other folders. */
	static String program(String path, List<String> folders, Front front) {
		return Stream.concat(Stream.of(path.split(File.pathSeparator)), folders.stream())
			.map((folder) -> Path.of(folder, front.program()))
			.filter(Files::isExecutable)
			.findFirst()
			.map(Path::toString)
			.orElseThrow(
					() -> new LabException("No %s, which several instances need: install it (Debian: apt install %s)"
						.formatted(front.program(), front.packages())));
	}

	ChildProcess process() {
		return this.process;
	}

	int port() {
		return this.port;
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
