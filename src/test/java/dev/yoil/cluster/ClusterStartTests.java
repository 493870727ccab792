package dev.yoil.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@code cluster/start} refuses, with which remedy, before it starts anything. Java
 * and nginx are fakes here.
 */
class ClusterStartTests {

	private static final Path SCRIPT = Path.of("cluster/start").toAbsolutePath();

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
	void tellsHowItIsUsed() throws Exception {
		Result result = run("--help");
		assertThat(result.status).isZero();
		assertThat(result.output).contains("  cluster/start [--port PORT] [INSTANCES]").doesNotContain("#");
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1", "two", "20" })
	void refusesWhatIsNoNumberOfInstances(String instances) throws Exception {
		assertRefused(run(instances), "'" + instances + "'");
	}

	@Test
	void refusesWhatIsNoPort() throws Exception {
		assertRefused(run("--port"), "'' is no port", "--help");
		assertRefused(run("--port", "http"), "'http' is no port");
	}

	@Test
	void refusesToStartWhatIsNotBuilt() throws Exception {
		this.environment.put("YOIL_JAR", "/nowhere/yoil.jar");
		assertRefused(run(), "no jar of the service at /nowhere/yoil.jar", "mvn -DskipTests package");
	}

	@Test
	void refusesAnOldJavaAndNone() throws Exception {
		this.environment.put("JAVA_HOME", fakeJava("11.0.2"));
		assertRefused(run(), "is Java 11, but 17 or later is needed");
		this.environment.put("JAVA_HOME", "/nowhere");
		assertRefused(run(), "no /nowhere/bin/java");
	}

	@Test
	void refusesAPortThatIsInUse() throws Exception {
		Path nginx = Files.createFile(this.folder.resolve("nginx"));
		assertThat(nginx.toFile().setExecutable(true)).isTrue();
		this.environment.put("PATH", this.folder + ":" + System.getenv("PATH"));
		try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
			assertRefused(run("--port", Integer.toString(other.getLocalPort())),
					"port " + other.getLocalPort() + " is in use", "--port");
		}
	}

	private void assertRefused(Result result, String... parts) {
		assertThat(result.output).startsWith("cluster/start: ").contains(parts);
		assertThat(result.status).isNotZero();
		assertThat(this.folder.resolve("tmp")).isEmptyDirectory();
	}

	private Result run(String... arguments) throws Exception {
		ProcessBuilder process = new ProcessBuilder(
				Stream.concat(Stream.of(SCRIPT.toString()), Stream.of(arguments)).toList());
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
		Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
		Files.writeString(java, "#!/bin/sh\necho 'openjdk version \"%s\"' >&2\n".formatted(version));
		assertThat(java.toFile().setExecutable(true)).isTrue();
		return home.toString();
	}

	private record Result(int status, String output) {
	}

}
