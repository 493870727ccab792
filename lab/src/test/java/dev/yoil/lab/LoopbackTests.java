package dev.yoil.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Experiment;
import dev.yoil.lab.experiment.Plan;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.service.ServiceSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A whole experiment, with the jar, in a network that has no interface but loopback: what
 * asks for any other address is counted by the kernel. For Linux, where the jar was built
 * before.
 */
@Timeout(240)
@EnabledIf("isPossible")
class LoopbackTests {

	private static final List<String> CLOSED = List.of("unshare", "--user", "--map-root-user", "--net", "sh", "-c",
			"ip link set lo up && exec \"$@\"", "sh");

	private static final Experiment TWO_SECONDS = new Experiment("tiny", "Does anything leave this machine?",
			(full) -> {
				Load load = new Load(Load.Model.LOOP, List.of(new Load.Stage(5, Duration.ZERO, Duration.ofSeconds(2))),
						List.of(new Load.Target("list", List.of("/api/v1/webtoon?publishDay=MONDAY"))),
						Duration.ofSeconds(10), Duration.ofSeconds(20), 1);
				ServiceSettings settings = new ServiceSettings(ServiceSettings.Database.H2, 70,
						Map.of(ServiceSettings.SMALL, "true"));
				return new Plan(1, List.of(new Plan.Cell(new Arm("ours", "ours", Map.of()), settings,
						List.of(new Plan.Part("", null, load)))), "closed");
			}, (plan, runs) -> new Answer("No.", List.of(), List.of(), List.of()));

	@TempDir
	private Path folder;

	static boolean isPossible() throws InterruptedException {
		if (!Files.exists(jar())) {
			return false;
		}
		try {
			Process tried = new ProcessBuilder(Stream.concat(CLOSED.stream(), Stream.of("true")).toList()).start();
			return tried.waitFor() == 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static Path jar() {
		return Path.of(System.getProperty("yoil.jar", "../target/yoil-0.1.0-SNAPSHOT.jar")).toAbsolutePath();
	}

	@Test
	void asksNobodyElse() throws IOException, InterruptedException {
		Path results = this.folder.resolve("results");
		List<String> output = run(Tiny.class, "tiny", "--results", results.toString());
		assertThat(output).contains("status 0", "packets for elsewhere: 0");
		JsonNode runs = JsonMapper.shared().readTree(report(results).resolve("result.json").toFile()).get("runs");
		assertThat(runs).hasSize(1);
		JsonNode load = runs.get(0).get("load");
		assertThat(load.get("total").get("good").asLong()).as(load.get("total").toString()).isGreaterThan(100);
		assertThat(load.get("total").get("errors").properties()).isEmpty();
		assertThat(runs.get(0).get("counted").get("requests").asLong())
			.isBetween(load.get("total").get("good").asLong(), load.get("sent").asLong());
		assertThat(runs.get(0).get("samples")).isNotEmpty();
	}

	@Test
	void wouldBeFoundOut() throws IOException, InterruptedException {
		assertThat(run(Elsewhere.class)).contains("packets for elsewhere: 1");
	}

	private List<String> run(Class<?> program, String... arguments) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(CLOSED);
		command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Dyoil.lab.root=" + Path.of("..").toAbsolutePath().normalize(), "-Dyoil.lab.jar=" + jar(),
				"-Dyoil.lab.work=" + Files.createDirectories(this.folder.resolve("work")), "-cp",
				System.getProperty("java.class.path"), program.getName()));
		command.addAll(List.of(arguments));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
			List<String> lines = output.lines().toList();
			process.waitFor();
			return lines;
		}
		finally {
			process.destroyForcibly();
		}
	}

	private static Path report(Path results) throws IOException {
		try (Stream<Path> folders = Files.list(results)) {
			return folders.findFirst().orElseThrow();
		}
	}

	private static void tellPackets() throws IOException {
		List<String> counters = Files.readAllLines(Path.of("/proc/net/snmp"))
			.stream()
			.filter((line) -> line.startsWith("Ip:"))
			.toList();
		int column = List.of(counters.get(0).split(" ")).indexOf("OutNoRoutes");
		new Terminal(System.out, System.err, 0).say("packets for elsewhere: " + counters.get(1).split(" ")[column]);
	}

	/** A lab with an experiment of two seconds. */
	static final class Tiny {

		private Tiny() {
		}

		public static void main(String[] arguments) throws IOException {
			Parts all = Parts.all();
			Parts tiny = new Parts(List.of(TWO_SECONDS), List.of(), all.services(), all.generator(),
					all.generatorName());
			int status = Lab
				.command(new Lab(tiny, new Terminal(System.out, System.err, 0), new Interruption(),
						System.getProperties(), Clock.systemUTC()))
				.execute(arguments);
			new Terminal(System.out, System.err, 0).say("status " + status);
			tellPackets();
			System.exit(status);
		}

	}

	/** Connects to an unused address of another network. */
	static final class Elsewhere {

		private Elsewhere() {
		}

		public static void main(String[] arguments) throws IOException {
			try (Socket socket = new Socket()) {
				assertThatExceptionOfType(SocketException.class)
					.isThrownBy(() -> socket.connect(new InetSocketAddress("192.0.2.1", 80), 1000));
			}
			tellPackets();
		}

	}

}
