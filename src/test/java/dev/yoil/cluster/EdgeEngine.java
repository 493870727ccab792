package dev.yoil.cluster;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import dev.yoil.support.FreePort;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * An edge cache with a configuration of {@code edge/}, in front of an {@link EdgeOrigin}.
 * Without the engine the tests are skipped, unless {@code YOIL_EDGE=required} is in the
 * environment: then they fail.
 */
final class EdgeEngine implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final Kind kind;

	private final Path folder;

	private final int port = FreePort.choose();

	private final int purgePort = FreePort.choose();

	private EdgeEngine(Kind kind, Path folder) throws IOException {
		this.kind = kind;
		this.folder = folder;
	}

	/**
	 * Starts an engine.
	 * @param folder for its files
	 * @param origins the ports of the origin's instances
	 * @param edit changes the files of the configuration
	 */
	static EdgeEngine start(Kind kind, Path folder, List<Integer> origins, UnaryOperator<String> edit)
			throws Exception {
		kind.requireInstalled();
		EdgeEngine engine = new EdgeEngine(kind, Files.createDirectories(folder));
		// As root, engines change their user.
		for (Path each : List.of(folder, folder.getParent())) {
			Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwx--x--x"));
		}
		for (String each : kind.files) {
			engine.write(each, edit.apply(Files.readString(Path.of("edge", each))));
		}
		engine.write("modules.conf", kind.modules());
		engine.write("listen.conf", "listen 127.0.0.1:" + engine.port + ";");
		engine.write("purge-listen.conf", "listen 127.0.0.1:" + engine.purgePort + ";");
		engine.write("instances.conf",
				origins.stream().map("server 127.0.0.1:%d max_fails=0;\n"::formatted).collect(Collectors.joining()));
		engine.write("instances.vcl",
				origins.stream()
					.map("backend origin%1$d { .host = \"127.0.0.1\"; .port = \"%1$d\"; }\n"::formatted)
					.collect(Collectors.joining())
						+ origins.stream()
							.map("instances.add_backend(origin%d);\n"::formatted)
							.collect(Collectors.joining("", "sub vcl_init { new instances = directors.round_robin();\n",
									"}\n")));
		engine.start();
		return engine;
	}

	private void start() throws Exception {
		run((this.kind == Kind.NGINX) ? nginx()
				: List.of(program("varnishd"), "-n", this.folder + "/work", "-P", this.folder + "/pid", "-f",
						this.folder + "/varnish.vcl", "-a", "127.0.0.1:" + this.port, "-a",
						"purge=127.0.0.1:" + this.purgePort, "-s", "malloc,64m", "-p", "http_gzip_support=off", "-p",
						"http_range_support=off", "-p", "shortlived=0"));
		Awaitility.await().atMost(PATIENCE).until(() -> answers(this.port) && answers(this.purgePort));
	}

	/**
	 * Reads the configuration again, as an administrator does after a change.
	 */
	void reload() throws Exception {
		if (this.kind == Kind.NGINX) {
			List<String> command = nginx();
			command.addAll(List.of("-s", "reload"));
			List<ProcessHandle> before = process().children().toList();
			run(command);
			Awaitility.await().atMost(PATIENCE).until(() -> before.stream().noneMatch(ProcessHandle::isAlive));
			return;
		}
		run(List.of(program("varnishadm"), "-n", this.folder + "/work", "vcl.load", "again",
				this.folder + "/varnish.vcl"));
		run(List.of(program("varnishadm"), "-n", this.folder + "/work", "vcl.use", "again"));
	}

	/**
	 * Ends the processes and starts them on the same files.
	 */
	void restart() throws Exception {
		close();
		start();
	}

	private List<String> nginx() {
		return new ArrayList<>(List.of(program("nginx"), "-p", this.folder + "/", "-c", this.folder + "/nginx.conf",
				"-e", this.folder + "/error.log"));
	}

	/**
	 * Returns what the engine has logged since its start; empty for Varnish.
	 */
	String log() throws IOException {
		Path log = this.folder.resolve("error.log");
		return Files.exists(log) ? Files.readString(log) : "";
	}

	HttpResponse<String> get(String path, String... headers) throws Exception {
		return send("GET", path, headers);
	}

	HttpResponse<String> send(String method, String path, String... headers) throws Exception {
		return this.client.send(request(method, this.port, path, headers), EdgeEngine::text);
	}

	CompletableFuture<HttpResponse<String>> begin(String path, String... headers) {
		return this.client.sendAsync(request("GET", this.port, path, headers), EdgeEngine::text);
	}

	/**
	 * Purges tags at the address of purges.
	 * @param tags separated by commas; empty for a heartbeat
	 */
	HttpResponse<String> purge(String tags, String... headers) throws Exception {
		List<String> all = new ArrayList<>(List.of(headers));
		if (!tags.isEmpty()) {
			all.addAll(List.of("Cache-Tag", tags));
		}
		return sendToPurges("PURGE", all.toArray(String[]::new));
	}

	HttpResponse<String> sendToPurges(String method, String... headers) throws Exception {
		return this.client.send(request(method, this.purgePort, "/", headers), EdgeEngine::text);
	}

	private static HttpRequest request(String method, int port, String path, String... headers) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
			.timeout(PATIENCE)
			.method(method, HttpRequest.BodyPublishers.noBody());
		if (headers.length > 0) {
			request.headers(headers);
		}
		return request.build();
	}

	private static BodySubscriber<String> text(ResponseInfo response) {
		boolean gzip = response.headers().firstValue("Content-Encoding").filter("gzip"::equals).isPresent();
		return BodySubscribers.mapping(BodySubscribers.ofByteArray(), (bytes) -> {
			InputStream body = new ByteArrayInputStream(bytes);
			try (InputStream decoded = (gzip && bytes.length > 0) ? new GZIPInputStream(body) : body) {
				return new String(decoded.readAllBytes(), StandardCharsets.UTF_8);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		});
	}

	private ProcessHandle process() throws IOException {
		String pid = Files.readString(this.folder.resolve((this.kind == Kind.NGINX) ? "nginx.pid" : "pid"));
		return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
	}

	@Override
	public void close() throws Exception {
		ProcessHandle process = process();
		process.destroy();
		process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
	}

	private void write(String file, String text) throws IOException {
		Files.writeString(this.folder.resolve(file), text);
	}

	private static boolean answers(int port) {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			return socket.isConnected();
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static String run(List<String> command) throws Exception {
		Path output = Files.createTempFile("yoil-edge", null);
		try {
			// Not a pipe, because the started processes keep it open.
			Process process = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(output.toFile())
				.start();
			assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
			String text = Files.readString(output);
			assertThat(process.exitValue()).as(text).isZero();
			return text;
		}
		finally {
			Files.delete(output);
		}
	}

	private static String program(String name) {
		return find(name).orElseThrow();
	}

	private static Optional<String> find(String name) {
		return Stream.of((System.getenv("PATH") + ":/usr/sbin:/usr/local/sbin").split(":"))
			.map((folder) -> Path.of(folder, name))
			.filter(Files::isExecutable)
			.map(Path::toString)
			.findFirst();
	}

	enum Kind {

		NGINX("nginx", "nginx.conf", "edge.lua"), VARNISH("varnishd", "varnish.vcl");

		private static final Pattern MODULES = Pattern.compile("--modules-path=(\\S+)");

		private final String program;

		private final List<String> files;

		Kind(String program, String... files) {
			this.program = program;
			this.files = List.of(files);
		}

		void requireInstalled() throws Exception {
			boolean installed = find(this.program).isPresent()
					&& ((this == NGINX) ? !modules().isEmpty() : hasModules());
			if ("required".equals(System.getenv("YOIL_EDGE"))) {
				assertThat(installed).as("YOIL_EDGE=required, and %s with its modules is not installed", this.program)
					.isTrue();
			}
			assumeTrue(installed, () -> "%s with its modules is not installed".formatted(this.program));
		}

		/**
		 * Returns the lines that load Lua into nginx; empty if it is not installed.
		 */
		String modules() throws Exception {
			if (this != NGINX) {
				return "";
			}
			Matcher folder = MODULES.matcher(run(List.of(EdgeEngine.program(this.program), "-V")));
			if (!folder.find() || !Files.exists(Path.of(folder.group(1), "ngx_http_lua_module.so"))) {
				return "";
			}
			return Stream.of("ndk_http_module.so", "ngx_http_lua_module.so")
				.map((each) -> "load_module " + folder.group(1) + "/" + each + ";\n")
				.reduce("", String::concat);
		}

		private static boolean hasModules() throws IOException {
			try (Stream<Path> libraries = Files.list(Path.of("/usr/lib"))) {
				return Stream.concat(Stream.of(Path.of("/usr/lib")), libraries)
					.anyMatch((each) -> Files.exists(each.resolve("varnish/vmods/libvmod_var.so")));
			}
		}

	}

}
