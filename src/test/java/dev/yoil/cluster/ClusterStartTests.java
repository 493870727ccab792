package dev.yoil.cluster;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Error messages of {@code cluster/start} and {@code edge/start}, and the start of Redis.
 * Java, nginx, Varnish and Redis are fakes.
 */
class ClusterStartTests {

	private static final List<String> REDIS = List.of("redis-server", "valkey-server");

	/** Prints its arguments and configuration, and fails. */
	private static final String FAKE_REDIS = "#!/bin/sh\necho \"arguments: $*\"\nls -l \"$1\"\ncat \"$1\"\nexit 1\n";

	@TempDir
	Path folder;

	private final Map<String, String> environment = new TreeMap<>();

	@BeforeEach
	void setEnvironment() throws IOException {
		this.environment.put("JAVA_HOME", fakeJava("17.0.15"));
		this.environment.put("YOIL_JAR", Files.createFile(this.folder.resolve("yoil.jar")).toString());
		this.environment.put("TMPDIR", Files.createDirectories(this.folder.resolve("tmp")).toString());
	}

	@Test
	void printsItsUsage() throws Exception {
		Result result = run("--help");
		assertThat(result.status).isZero();
		assertThat(result.output).contains("  cluster/start [--port PORT] [--edge ENGINE] [INSTANCES]")
			.doesNotContain("#");
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1", "two", "20" })
	void rejectsAnInvalidNumberOfInstances(String instances) throws Exception {
		assertRefused(run(instances), "'" + instances + "'");
	}

	@Test
	void rejectsAnInvalidPort() throws Exception {
		assertRefused(run("--port"), "invalid port ''", "--help");
		assertRefused(run("--port", "http"), "invalid port 'http'");
	}

	@Test
	void rejectsAnUnknownEdge() throws Exception {
		assertRefused(run("--edge", "squid"), "unknown edge 'squid': use nginx or varnish");
		assertRefused(run("--edge"), "unknown edge ''");
	}

	@Test
	void rejectsAnNginxWithoutLuaAsAnEdge() throws Exception {
		setPrograms();
		assertRefused(run("--edge", "nginx"), "nginx has no Lua", "apt install libnginx-mod-http-lua");
	}

	@Test
	void rejectsAVarnishWithoutItsModulesAsAnEdge() throws Exception {
		Path programs = setPrograms();
		executable(programs.resolve("redis-server"), FAKE_REDIS);
		Path varnish = programs.resolve("varnishd");
		Files.deleteIfExists(varnish);
		executable(varnish, "#!/bin/sh\necho 'Could not find VMOD var'\nexit 2\n");
		assertRefused(run("--edge", "varnish"), "Varnish has no module", "apt install varnish-modules");
		executable(varnish, "#!/bin/sh\necho 'Symbol not found: req.tags'\nexit 2\n");
		assertRefused(runEdge("--varnish", "3"), "Varnish rejects its configuration", "Symbol not found: req.tags");
	}

	@Test
	void passesTheArgumentsOfTheEdgeOn() throws Exception {
		Result usage = runEdge("--help");
		assertThat(usage.status).isZero();
		assertThat(usage.output).contains("  edge/start [--varnish] [--port PORT] [INSTANCES]").doesNotContain("#");
		assertRefused(runEdge("--varnish", "20"), "'20'");
		assertRefused(runEdge("--port", "http"), "invalid port 'http'");
	}

	@Test
	void rejectsAMissingJar() throws Exception {
		this.environment.put("YOIL_JAR", "/nowhere/yoil.jar");
		assertRefused(run(), "no jar of the service at /nowhere/yoil.jar", "mvn -DskipTests package");
	}

	@Test
	void rejectsAnOldAndAMissingJava() throws Exception {
		this.environment.put("JAVA_HOME", fakeJava("11.0.2"));
		assertRefused(run(), "is Java 11, but 17 or later is needed");
		this.environment.put("JAVA_HOME", "/nowhere");
		assertRefused(run(), "no Java at /nowhere/bin/java");
	}

	@Test
	void rejectsAPortInUse() throws Exception {
		setPrograms();
		try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
			assertRefused(run("--port", Integer.toString(other.getLocalPort())),
					"port " + other.getLocalPort() + " is in use", "--port");
		}
	}

	@Test
	void rejectsAMissingRedis() throws Exception {
		setPrograms();
		assertRefused(run(), "there is no Redis", "apt install redis-server", "build the service with Maven");
	}

	@Test
	void passesThePasswordInAPrivateFile() throws Exception {
		executable(setPrograms().resolve("redis-server"), FAKE_REDIS);
		Result result = run();
		assertRefused(result, "Redis does not start", "arguments: ", "-rw-------", "\nbind 127.0.0.1\n",
				"\nsave \"\"\n", "\nmaxmemory-policy allkeys-lru\n");
		Matcher password = Pattern.compile("\nrequirepass ([0-9a-f]{32})\n").matcher(result.output);
		assertThat(password.find()).isTrue();
		assertThat(result.output.indexOf(password.group(1))).isEqualTo(password.start(1));
		assertThat(result.output.lastIndexOf(password.group(1))).isEqualTo(password.start(1));
	}

	@Test
	void unpacksTheRedisOfTheTestsOnce() throws Exception {
		setPrograms();
		Path packed = Files
			.createDirectories(this.folder.resolve("repository/com/github/codemonstur/embedded-redis/1.4.4"));
		try (ZipOutputStream jar = new ZipOutputStream(
				Files.newOutputStream(packed.resolve("embedded-redis-1.4.4.jar")))) {
			for (String system : List.of("linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64")) {
				jar.putNextEntry(new ZipEntry("redis-server-6.2.7-" + system));
				jar.write(FAKE_REDIS.getBytes(StandardCharsets.US_ASCII));
			}
		}
		assertRefused(run(), "unpacking Redis into ", "Redis does not start", "arguments: ");
		assertThat(run().output).contains("arguments: ").doesNotContain("unpacking");
		assertThat(this.folder.resolve("cluster/data")).isDirectoryContaining("glob:**/redis-server-6.2.7-*-*");
	}

	private void assertRefused(Result result, String... parts) {
		assertThat(result.output).contains("cluster/start: ").contains(parts);
		assertThat(result.status).isNotZero();
		assertThat(this.folder.resolve("tmp")).isEmptyDirectory();
	}

	private Result run(String... arguments) throws Exception {
		return runScript("cluster/start", arguments);
	}

	private Result runEdge(String... arguments) throws Exception {
		return runScript("edge/start", arguments);
	}

	private Result runScript(String script, String... arguments) throws Exception {
		// What it unpacks is kept beside it.
		for (String each : List.of("cluster/start", "edge/start", "edge/varnish.vcl")) {
			Path copy = this.folder.resolve(each);
			Files.createDirectories(copy.getParent());
			Files.copy(Path.of(each), copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
		}
		ProcessBuilder process = new ProcessBuilder(
				Stream.concat(Stream.of(this.folder.resolve(script).toString()), Stream.of(arguments)).toList());
		process.environment().keySet().removeAll(List.of("YOIL_JAR", "JAVA_TOOL_OPTIONS"));
		process.environment().putAll(this.environment);
		Path output = this.folder.resolve("output");
		Process running = process.directory(this.folder.toFile())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		assertThat(running.waitFor(1, TimeUnit.MINUTES)).isTrue();
		return new Result(running.exitValue(), Files.readString(output));
	}

	/**
	 * A Java that only tells its version.
	 */
	private String fakeJava(String version) throws IOException {
		Path home = this.folder.resolve("jdk-" + version);
		executable(Files.createDirectories(home.resolve("bin")).resolve("java"),
				"#!/bin/sh\necho 'openjdk version \"%s\"' >&2\n".formatted(version));
		return home.toString();
	}

	/**
	 * All programs of this machine without Redis, and fakes of what it may not have.
	 */
	private Path setPrograms() throws IOException {
		Path programs = Files.createDirectories(this.folder.resolve("programs"));
		for (String each : List.of("nginx", "initdb", "pg_ctl", "postgres")) {
			executable(programs.resolve(each), "#!/bin/sh\n");
		}
		for (String folder : System.getenv("PATH").split(File.pathSeparator, -1)) {
			try (Stream<Path> known = Files.isDirectory(Path.of(folder)) ? Files.list(Path.of(folder))
					: Stream.empty()) {
				for (Path each : known.toList()) {
					Path link = programs.resolve(each.getFileName());
					if (!REDIS.contains(each.getFileName().toString())
							&& !Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
						Files.createSymbolicLink(link, each);
					}
				}
			}
		}
		this.environment.put("PATH", programs.toString());
		this.environment.put("MAVEN_REPOSITORY", this.folder.resolve("repository").toString());
		return programs;
	}

	private static void executable(Path file, String text) throws IOException {
		Files.writeString(file, text);
		assertThat(file.toFile().setExecutable(true)).isTrue();
	}

	private record Result(int status, String output) {
	}

}
