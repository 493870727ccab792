package dev.yoil.monitoring;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Error messages and commands of the Scouter scripts. Java is a fake unless a test reads
 * the version of an agent.
 */
class ScriptTests {

	private static final String RELEASE = "Get scouter-all-2.21.2.tar.gz from ";

	@TempDir
	Path folder;

	private final Map<String, String> environment = new TreeMap<>();

	@BeforeEach
	void setEnvironment() throws IOException {
		this.environment.put("JAVA_HOME", fakeJava("17.0.15"));
		this.environment.put("SCOUTER_HOME", fakeRelease().toString());
		this.environment.put("YOIL_JAR", Files.createFile(this.folder.resolve("yoil.jar")).toString());
	}

	@Test
	void startsTheServiceWithTheAgent() throws Exception {
		Result result = run("run-with-agent.sh", "--server.port=9090", "--spring.cache.type=none");
		assertThat(result.status).isZero();
		assertThat(result.output.lines().filter((line) -> line.startsWith("java "))).singleElement()
			.asString()
			.contains(" -javaagent:" + fakeAgent() + " ")
			.contains(" -Dscouter.config=" + ScouterFiles.FOLDER.resolve("agent.conf") + " ")
			.contains(" -Dspring.profiles.include=scouter ")
			.doesNotContain("unsafe")
			.endsWith(" -jar " + this.environment.get("YOIL_JAR") + " --server.port=9090 --spring.cache.type=none");
	}

	@Test
	void allowsUnsafeOnNewerJdks() throws Exception {
		this.environment.put("JAVA_HOME", fakeJava("25"));
		assertThat(run("run-with-agent.sh").output).contains("java --sun-misc-unsafe-memory-access=allow -javaagent:");
	}

	@Test
	void rejectsAMissingScouterHome() throws Exception {
		this.environment.remove("SCOUTER_HOME");
		assertRefused(run("run-with-agent.sh"), "SCOUTER_HOME is not set", RELEASE);
	}

	@Test
	void rejectsAReleaseWithoutAgent() throws Exception {
		Files.delete(fakeAgent());
		assertRefused(run("run-with-agent.sh"), fakeAgent() + " does not exist", RELEASE);
	}

	@Test
	void explainsAScouterHomeThatIsTooHigh() throws Exception {
		this.environment.put("SCOUTER_HOME", this.folder.toString());
		assertRefused(run("run-with-agent.sh"), "Set it to " + this.folder.resolve("scouter"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "2.0.0", "2.9.1", "2.20.0" })
	void rejectsAnOldAgent(String version) throws Exception {
		this.environment.put("AGENT", version);
		assertRefused(run("run-with-agent.sh"), "the agent is " + version, RELEASE);
	}

	@ParameterizedTest
	@ValueSource(strings = { "2.22.0", "3.0.0" })
	void warnsAboutANewerAgent(String version) throws Exception {
		this.environment.put("AGENT", version);
		Result result = run("run-with-agent.sh");
		assertThat(result.status).isZero();
		assertThat(result.output).contains("the agent is " + version + ", newer than");
	}

	/**
	 * With the class of Scouter that tells the version, which is the same in the agent
	 * and in the collector, and a real Java.
	 */
	@Tag("full")
	@Test
	void readsTheVersionFromTheJar() throws Exception {
		this.environment.put("JAVA_HOME", System.getProperty("java.home"));
		Path scouter = ScouterFiles.collector()
			.stream()
			.filter((jar) -> jar.getFileName().toString().startsWith("scouter-common"))
			.findFirst()
			.orElseThrow();
		Files.delete(fakeAgent());
		Files.copy(scouter, fakeAgent());
		assertRefused(run("run-with-agent.sh"), "the agent is 2.20.0");
		try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + fakeAgent().toUri()), Map.of())) {
			Files.writeString(jar.getPath("scouter/v.properties"), "VERSION=2.21.2\nBUILD=today\n");
		}
		this.environment.put("YOIL_JAR", "/nowhere/yoil.jar");
		assertRefused(run("run-with-agent.sh"), "jar of the service not found");
	}

	@Test
	void rejectsAnInvalidAgent() throws Exception {
		this.environment.put("JAVA_HOME", System.getProperty("java.home"));
		assertRefused(run("run-with-agent.sh"), "cannot read the version of " + fakeAgent(), RELEASE);
	}

	@Test
	void rejectsAMissingJar() throws Exception {
		this.environment.put("YOIL_JAR", "/nowhere/yoil.jar");
		assertRefused(run("run-with-agent.sh"), "/nowhere/yoil.jar", "mvn package");
	}

	@Test
	void worksThroughALinkAndWithCdpath() throws Exception {
		this.environment.put("CDPATH", "/");
		Path link = Files.createSymbolicLink(this.folder.resolve("link"),
				ScouterFiles.FOLDER.resolve("run-with-agent.sh").toAbsolutePath());
		assertThat(run(link.toString()).output).contains(" -Dscouter.config=");
	}

	@ParameterizedTest
	@ValueSource(strings = { "run-with-agent.sh", "collector.sh" })
	void rejectAnOldAndAMissingJava(String script) throws Exception {
		this.environment.put("JAVA_HOME", fakeJava("11.0.2"));
		assertRefused(run(script), "is Java 11, but 17 or later is required");
		this.environment.put("JAVA_HOME", "/nowhere");
		assertRefused(run(script), "Java not found: /nowhere/bin/java");
	}

	@ParameterizedTest
	@ValueSource(strings = { "run-with-agent.sh", "collector.sh" })
	void printTheirUsage(String script) throws Exception {
		Result result = run(script, "--help");
		assertThat(result.status).isZero();
		assertThat(result.output).contains("  scouter/" + script + " [").contains("SCOUTER_HOME").doesNotContain("#");
	}

	@Test
	void startsTheCollectorOfTheRelease() throws Exception {
		Result result = run("collector.sh", "--conf", freePorts(), "--data", this.folder.resolve("data").toString());
		assertThat(result.status).isZero();
		assertThat(this.folder.resolve("data/collector.log")).content()
			.contains(" -cp " + fakeRelease().resolve("server/lib") + "/* scouter.server.Main");
		assertThat(this.folder.resolve("data/conf/scouter.conf")).hasSameTextualContentAs(Path.of(freePorts()));
	}

	@Test
	void reportsACollectorThatFailsToStart() throws Exception {
		run("collector.sh", "--conf", freePorts(), "--data", this.folder.resolve("data").toString());
		// Who tells outlives the collector.
		await().untilAsserted(
				() -> assertThat(this.folder.resolve("output")).content().contains("failed to start", "java -Xmx512m"));
	}

	@Test
	void collectorKeepsTheDataOfARunningOne() throws Exception {
		Path data = Files.createDirectories(this.folder.resolve("data/scouter"));
		Files.writeString(data.resolve("collector.log"), "of the running one");
		// As its arguments name the folder scouter, it passes for a collector.
		Process running = new ProcessBuilder("tail", "-f", data.resolve("collector.log").toString()).start();
		try {
			Files.writeString(data.resolve("collector.pid"), Long.toString(running.pid()));
			assertRefused(run("collector.sh", "--conf", freePorts(), "--data", data.toString()),
					"process " + running.pid() + " is a collector with this data");
		}
		finally {
			running.destroyForcibly().waitFor();
		}
		assertThat(data.resolve("collector.log")).hasContent("of the running one");
		assertThat(data.resolve("conf/scouter.conf")).doesNotExist();
	}

	@Test
	void collectorRemovesStaleLocksOnly() throws Exception {
		Path data = this.folder.resolve("data");
		Path lock = Files.createFile(Files.createDirectories(data.resolve("database")).resolve("lock.dat"));
		assertRefused(run("collector.sh", "--conf", freePorts(), "--data", data.toString()),
				lock + " belongs to another collector with this data");
		assertThat(lock).exists();
		Files.writeString(data.resolve("collector.pid"), "999999999");
		Result result = run("collector.sh", "--conf", freePorts(), "--data", data.toString());
		assertThat(result.output).contains("removing the lock of process 999999999");
		assertThat(result.status).isZero();
		assertThat(lock).doesNotExist();
	}

	@Test
	void collectorRejectsAReleaseWithoutOne() throws Exception {
		Files.delete(fakeRelease().resolve("server/lib"));
		assertRefused(run("collector.sh", "--conf", freePorts()),
				fakeRelease().resolve("server/lib") + " does not exist", RELEASE, "unset SCOUTER_HOME");
	}

	@Test
	void collectorRejectsAPortInUse() throws Exception {
		try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
			Path conf = Files.writeString(this.folder.resolve("other.conf"),
					"net_http_server_enabled=true\nnet_http_port = " + other.getLocalPort()
							+ "\nnet_tcp_listen_port=1\n");
			assertRefused(run("collector.sh", "--conf", conf.toString()),
					"port " + other.getLocalPort() + " is in use");
		}
	}

	@Test
	void collectorRejectsUnknownArguments() throws Exception {
		assertRefused(run("collector.sh", "--port"), "unknown argument '--port'", "--help");
		assertRefused(run("collector.sh", "--conf"), "--conf needs a value");
		assertRefused(run("collector.sh", "--conf", "/nowhere"), "file not found: /nowhere");
	}

	private Result run(String script, String... arguments) throws Exception {
		ProcessBuilder process = new ProcessBuilder(
				Stream.concat(Stream.of(ScouterFiles.FOLDER.resolve(script).toString()), Stream.of(arguments))
					.toList());
		process.environment().keySet().removeAll(List.of("SCOUTER_HOME", "YOIL_JAR", "JAVA_TOOL_OPTIONS"));
		process.environment().putAll(this.environment);
		Path output = this.folder.resolve("output");
		Process running = process.directory(this.folder.toFile())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		assertThat(running.waitFor(1, TimeUnit.MINUTES)).isTrue();
		return new Result(running.exitValue(), Files.readString(output));
	}

	private static void assertRefused(Result result, String... parts) {
		assertThat(result.output).contains(parts).startsWith("scouter/");
		assertThat(result.status).isNotZero();
	}

	private Path fakeRelease() throws IOException {
		Path release = this.folder.resolve("scouter");
		if (Files.notExists(release)) {
			Files.createDirectories(release.resolve("agent.java"));
			Files.createDirectories(release.resolve("server/lib"));
			Files.createFile(fakeAgent());
		}
		return release;
	}

	private Path fakeAgent() {
		return this.folder.resolve("scouter/agent.java/scouter.agent.jar");
	}

	/**
	 * A Java that tells its version and that of an agent, and otherwise what it was
	 * called with.
	 */
	private String fakeJava(String version) throws IOException {
		Path home = Files.createDirectories(this.folder.resolve("jdk-" + version));
		Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
		Files.writeString(java, """
				#!/bin/sh
				case "$*" in
				  -version) echo 'openjdk version "%s"' >&2 ;;
				  *scouter.Version) echo "Agent Ver. = ${AGENT:-2.21.2} today" ;;
				  *) echo "java $*" ;;
				esac
				""".formatted(version));
		assertThat(java.toFile().setExecutable(true)).isTrue();
		return home.toString();
	}

	/**
	 * Returns a configuration with free ports.
	 */
	private String freePorts() throws IOException {
		return Files.writeString(this.folder.resolve("free.conf"), "net_tcp_listen_port=1\nnet_http_port=2\n")
			.toString();
	}

	private record Result(int status, String output) {
	}

}
