package dev.yoil.lab;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

import dev.yoil.lab.cluster.ClusterLevel;
import dev.yoil.lab.cluster.ClusterMeasurement;
import dev.yoil.lab.experiment.FakeLab;
import dev.yoil.lab.experiment.Simulated;
import dev.yoil.lab.report.Reports;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(20)
class LabTests {

	private final FakeLab lab = new FakeLab();

	private final Interruption interruption = new Interruption();

	private final Properties properties = new Properties();

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	private final List<Simulated> simulated = new ArrayList<>();

	private int columns;

	@TempDir
	private Path folder;

	@BeforeEach
	void checkout() throws IOException {
		this.properties.setProperty("yoil.lab.root", this.folder.toString());
		this.properties.setProperty("yoil.lab.jar", Files.createFile(this.folder.resolve("yoil.jar")).toString());
		this.properties.setProperty("yoil.lab.work", Files.createDirectory(this.folder.resolve("work")).toString());
	}

	@Test
	void runsAnExperimentAndTellsWhatItFound() throws IOException {
		assertThat(run("first")).isZero();
		assertThat(this.out.toString(StandardCharsets.UTF_8)).isEqualTo("""
				Indicative: 4 loads were measured.

				Both
				  Arm  TPS
				  off  1.0

				- A note.
				Report: %s
				""".formatted(this.folder.resolve("lab/results/20260105-093000-first/report.html")));
		assertThat(errors()).hasSize(4)
			.first()
			.asString()
			.startsWith("lab/run: first, round 1 of 2, off: 100.0 good req/s, 0 errors of 100, p95 0 ms (");
		assertThat(reports()).containsExactly("20260105-093000-first");
		assertThat(this.lab.journal).endsWith("end all");
		assertThat(this.folder.resolve("work")).doesNotExist();
	}

	@Test
	void runsLongerIfAsked() throws IOException {
		assertThat(run("first", "--full")).isZero();
		assertThat(result().runs()).hasSize(12);
		assertThat(run("first", "--rounds", "1")).isZero();
		assertThat(result().runs()).hasSize(2);
	}

	@Test
	void goesOnWithWhatWasBrokenOff() throws IOException {
		assertThat(run("first", "--rounds", "1")).isZero();
		this.lab.journal.clear();
		String folder = report("first").toString();
		assertThat(run("first", "--resume", folder)).isZero();
		assertThat(this.lab.journal).filteredOn((line) -> line.startsWith("start")).hasSize(2);
		assertThat(result().runs()).hasSize(4);
		assertThat(run("first", "--full", "--resume", folder)).isEqualTo(1);
		assertThat(errors()).anyMatch((line) -> line.contains("cannot resume first, quick"));
	}

	@Test
	void comparesTwoResults() {
		assertThat(run("first")).isZero();
		String folder = report("first").toString();
		assertThat(run("compare", folder, folder)).isZero();
		assertThat(this.out.toString(StandardCharsets.UTF_8)).contains("off: good req/s", "too few rounds");
		assertThat(run("publish", folder)).isZero();
		assertThat(this.folder.resolve("lab/published-runs/first.json")).isRegularFile();
		assertThat(run("compare", folder)).isEqualTo(2);
		assertThat(run("compare", folder, "nowhere")).isEqualTo(1);
		assertThat(errors()).endsWith("lab/run: To compare two reports, give their folders",
				"lab/run: cannot read a result in nowhere: no such file");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			nothing              | Unknown experiment 'nothing': choose one of first, second, or all
			first --quick --full | Error: --quick, --full are mutually exclusive (specify only one) (see lab/run --help)
			first --port x       | Invalid value for option '--port': 'x' is not an int
			first --port 65536   | Invalid value for option '--port': 65536 is not a port (1 to 65535)
			first --rounds 0     | Invalid value for option '--rounds': 0 is less than 1
			first --slow         | Unknown option: '--slow' (see lab/run --help)
			first second         | Unmatched argument at index 1: 'second' (see lab/run --help)
			first --seed 1       | --minutes, --hours, --seed, --case, --restarts and --plant are options of soak
			soak --plant purge   | This --case cannot have this --plant: see lab/README.md
			soak --full          | soak has no --quick, --full, --rounds or --resume: see lab/run --help
			--quick              | Missing required parameter: 'EXPERIMENT' (see lab/run --help)
			""")
	void refusesAWrongCommandLineInOneLine(String arguments, String line) {
		assertThat(run(arguments.split(" "))).isEqualTo(2);
		assertThat(errors()).containsExactly("lab/run: " + line);
		assertThat(this.lab.journal).isEmpty();
	}

	@Test
	void saysInOneLineThatThereIsNoJar() {
		this.properties.setProperty("yoil.lab.jar", this.folder.resolve("none.jar").toString());
		assertThat(run("first")).isEqualTo(1);
		assertThat(errors()).containsExactly("lab/run: no jar of the service at " + this.folder.resolve("none.jar")
				+ ": start the lab by lab/run, which builds it");
	}

	@Test
	@EnabledOnOs(OS.LINUX) // Where not even root may write to this folder.
	void saysBeforeMeasuringThatAFolderCannotBeWrittenTo() {
		for (String option : List.of("--rounds=1", "--check")) {
			assertThat(run("first", "--results", "/proc", option)).isEqualTo(1);
			assertThat(errors()).last().isEqualTo("lab/run: cannot write to /proc: name another folder with --results");
		}
		assertThat(this.lab.journal).isEmpty();
		assertThat(this.folder.resolve("work")).doesNotExist();
	}

	@Test
	void saysInOneLineWhyNothingWasMeasured() throws IOException {
		this.lab.missing = "off";
		assertThat(run("first")).isEqualTo(1);
		assertThat(errors()).containsExactly("lab/run: first: port 1 is in use: give another with --port");
		assertThat(reports()).isEmpty();
	}

	@Test
	void showsWhereAFaultHappenedOnlyIfAsked() throws IOException {
		Path inTheWay = report("first");
		Files.createDirectories(inTheWay.getParent());
		Files.createFile(inTheWay);
		assertThat(run("first")).isEqualTo(1);
		assertThat(errors()).last()
			.isEqualTo("lab/run: cannot write " + inTheWay + ": " + inTheWay + "; name another folder with --results");
		assertThat(run("first", "--stacktrace")).isEqualTo(1);
		assertThat(errors()).anyMatch((line) -> line.startsWith("\tat "));
	}

	@Test
	void runsAllWhateverBecomesOfOne() throws IOException {
		this.lab.diesIn = 1;
		assertThat(run("all")).isEqualTo(1);
		assertThat(this.out.toString(StandardCharsets.UTF_8)).isEqualTo("""
				first: Indicative: 4 loads were measured.
				second: Indicative: 4 loads were measured.
				All of them: %s
				""".formatted(this.folder.resolve("lab/results/20260105-093000-all/index.html")));
		assertThat(reports()).containsExactly("20260105-093000-all", "20260105-093000-first", "20260105-093000-second");
	}

	@Test
	void stopsAtOnceIfInterruptedBeforeItBegan() {
		Thread.currentThread().interrupt();
		this.interruption.interrupt();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(run("first")).isEqualTo(130);
		assertThat(this.lab.journal).containsExactly("stop load", "end all");
	}

	@Test
	void listsExperiments() {
		assertThat(run("list")).isZero();
		assertThat(this.out.toString(StandardCharsets.UTF_8)).isEqualTo("""
				first                What does first do?
				second               What does second do?
				soak                 Does the service keep its promises for hours, under faults?
				""");
	}

	@Test
	void showsALineThatMovesOnATerminal() {
		this.columns = 70;
		assertThat(run("all")).isZero();
		assertThat(this.err.toString(StandardCharsets.UTF_8).split("\r"))
			.anyMatch((line) -> line.startsWith("\u001b[K2/2 second [####"))
			.allMatch((line) -> line.length() < 70 + "\u001b[K".length());
		assertThat(this.err.toString(StandardCharsets.UTF_8)).endsWith("\r\u001b[K").doesNotContain("\n");
	}

	@Test
	void runsSimulatedInstances() {
		this.simulated.add(simulated());
		assertThat(run("list")).isZero();
		assertThat(this.out.toString(StandardCharsets.UTF_8)).contains("sizes                How many?");
		assertThat(run("sizes", "--full")).isZero();
		assertThat(this.out.toString(StandardCharsets.UTF_8)).contains("1 level was measured.");
		assertThat(this.lab.journal).containsExactly("start database", "end database", "end all");
	}

	private int run(String... arguments) {
		PrintStream output = new PrintStream(this.out, true, StandardCharsets.UTF_8);
		PrintStream errorOutput = new PrintStream(this.err, true, StandardCharsets.UTF_8);
		Parts parts = new Parts(
				List.of(FakeLab.experiment("first", 2, FakeLab.part("")),
						FakeLab.experiment("second", 2, FakeLab.part(""))),
				this.simulated, (jar, root, work, port) -> this.lab, () -> this.lab, "Abacus 1");
		Clock clock = Clock.fixed(Instant.parse("2026-01-05T09:30:00Z"), ZoneOffset.UTC);
		Lab command = new Lab(parts, new Terminal(output, errorOutput, this.columns), this.interruption,
				this.properties, clock);
		return Lab.command(command).execute(arguments);
	}

	private Path report(String experiment) {
		return this.folder.resolve("lab/results/20260105-093000-" + experiment);
	}

	private Result result() throws IOException {
		return Reports.read(report("first"));
	}

	private List<String> reports() throws IOException {
		try (Stream<Path> folders = Files.list(this.folder.resolve("lab/results"))) {
			return folders.map((each) -> each.getFileName().toString()).sorted().toList();
		}
	}

	private List<String> errors() {
		return this.err.toString(StandardCharsets.UTF_8).lines().toList();
	}

	private static Simulated simulated() {
		ClusterLevel level = new ClusterLevel(2, true, 1, Duration.ZERO, Duration.ofSeconds(1));
		return new Simulated("sizes", "How many?", "None.", (full) -> List.of(level),
				(measured, database) -> new ClusterMeasurement(measured, "17.5", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
						0, 0),
				(all) -> new Answer(all.size() + " level was measured.", List.of(), List.of(), List.of()));
	}

}
