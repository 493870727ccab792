package dev.yoil.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Experiment;
import dev.yoil.lab.experiment.Runner;
import dev.yoil.lab.experiment.SideBySide;
import dev.yoil.lab.experiment.Simulated;
import dev.yoil.lab.load.LoadGenerator;
import dev.yoil.lab.report.PublishedRuns;
import dev.yoil.lab.report.Reports;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.service.Services;
import dev.yoil.lab.soak.Soak;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command line of the lab. {@code lab/run} starts it, and sets system properties with
 * the paths of the checkout and of the service.
 */
@Command(name = "lab/run", description = "Repeats a published load experiment on the service and writes a report.",
		usageHelpAutoWidth = true, footer = { "", "lab/README.md describes the experiments.",
				"Exit status: 0 complete, 1 failed or incomplete, 2 wrong usage, 130 interrupted." })
public final class Lab implements Callable<Integer> {

	static final int USAGE = 2;

	static final int INTERRUPTED = 130;

	private static final int LAST_PORT = 65535;

	private final Parts parts;

	private final Terminal terminal;

	private final Interruption interruption;

	private final Properties properties;

	private final Clock clock;

	@Spec
	private @Nullable CommandSpec spec;

	@Parameters(index = "0", paramLabel = "EXPERIMENT",
			description = "One of those that 'list' shows, 'all', 'list', 'compare' with the folders of two reports, "
					+ "or 'publish' with that of one.")
	private String experiment = "";

	@Parameters(index = "1..*", arity = "0..*", hidden = true)
	private List<Path> folders = List.of();

	@ArgGroup
	private @Nullable Mode mode;

	@Option(names = "--rounds", paramLabel = "N", description = "Rounds per arm.")
	private @Nullable Integer rounds;

	@Option(names = "--port", paramLabel = "N", description = "Port of the service, instead of a free one.")
	private @Nullable Integer port;

	@Option(names = "--resume", paramLabel = "DIR", description = "Resume an experiment: the folder of its report.")
	private @Nullable Path resume;

	@Option(names = "--results", paramLabel = "DIR", description = "Folder for reports; the default is lab/results.")
	private @Nullable Path results;

	@ArgGroup(exclusive = false, heading = "%nOptions of soak:%n")
	private @Nullable SoakOptions soak;

	@SuppressWarnings("UnusedVariable") // Only picocli uses it.
	@Option(names = { "-h", "--help" }, usageHelp = true, description = "Show this help.")
	private boolean help;

	@Option(names = "--stacktrace", description = "Print stack traces.")
	private boolean stacktrace;

	@Option(names = "--check", hidden = true, description = "Only check the command line.")
	private boolean check;

	Lab(Parts parts, Terminal terminal, Interruption interruption, Properties properties, Clock clock) {
		this.parts = parts;
		this.terminal = terminal;
		this.interruption = interruption;
		this.properties = properties;
		this.clock = clock;
	}

	/**
	 * Runs the command line and ends the process with its exit status.
	 * @param arguments see {@code --help}
	 */
	public static void main(String[] arguments) {
		start(Parts.all(), arguments);
	}

	static void start(Parts parts, String... arguments) {
		Terminal terminal = new Terminal(System.out, System.err, Integer.getInteger("yoil.lab.columns", 0));
		Interruption interruption = new Interruption();
		Runtime.getRuntime().addShutdownHook(new Thread(interruption::interrupt, "lab-interruption"));
		Clock clock = Clock.system(ZoneId.systemDefault());
		int status;
		try {
			status = command(new Lab(parts, terminal, interruption, System.getProperties(), clock)).execute(arguments);
		}
		finally {
			interruption.finished();
		}
		System.exit(status);
	}

	static CommandLine command(Lab lab) {
		return new CommandLine(lab).setCaseInsensitiveEnumValuesAllowed(true)
			.setParameterExceptionHandler((ex, arguments) -> {
				String line = String.valueOf(ex.getMessage()).lines().findFirst().orElse("wrong usage");
				// The lab's own messages need no more help.
				boolean plain = ex.getClass() == ParameterException.class;
				lab.terminal.note(plain ? line : line + " (see lab/run --help)");
				return USAGE;
			})
			.setExecutionExceptionHandler((ex, command, parsed) -> {
				boolean expected = ex instanceof LabException;
				lab.terminal.note(expected ? String.valueOf(ex.getMessage()) : "error in the lab: " + ex);
				if (lab.stacktrace) {
					lab.terminal.trace(ex);
				}
				return CommandLine.ExitCode.SOFTWARE;
			});
	}

	@Override
	public Integer call() {
		if (this.experiment.equals("list")) {
			this.parts.experiments().forEach((each) -> list(each.name(), each.question()));
			this.parts.simulated().forEach((each) -> list(each.name(), each.question()));
			list(Soak.NAME, Soak.QUESTION);
			return 0;
		}
		Path root = Path.of(this.properties.getProperty("yoil.lab.root", ".")).toAbsolutePath().normalize();
		if (this.experiment.equals("compare")) {
			return compare();
		}
		if (this.experiment.equals("publish")) {
			return publish(root);
		}
		if (!this.folders.isEmpty()) {
			throw wrong("Unmatched argument at index 1: '" + this.folders.get(0) + "' (see lab/run --help)");
		}
		List<Session.Task> chosen = this.experiment.equals(Soak.NAME) ? List.of() : chosen();
		checkNumbers();
		checkSoak();
		if (this.check) {
			folder(root);
			return 0;
		}
		Path work = work();
		try {
			Path jar = jar();
			Path folder = folder(root);
			try (Services services = this.parts.services().services(jar, root, work, this.port)) {
				return run(chosen, services, folder);
			}
		}
		finally {
			this.terminal.endLine();
			remove(work);
		}
	}

	private int run(List<Session.Task> chosen, Services services, Path folder) {
		LoadGenerator generator = this.parts.generator().get();
		Runner runner = new Runner(services, generator, this.parts.generatorName(), this.terminal, this.clock);
		Session session = new Session(runner, this.terminal, this.clock, folder, this.resume, this.stacktrace);
		if (this.experiment.equals(Soak.NAME)) {
			SoakOptions given = (this.soak != null) ? this.soak : new SoakOptions();
			Soak run = new Soak(services, this.terminal, this.clock, given.options());
			this.interruption.willDo(() -> {
				session.stop();
				run.stop("interrupted");
			}, services::close);
			Path files = folder.resolve("soak-violation");
			boolean kept = session.one(new Session.Task(Soak.NAME, (same, result) -> run.run(files)));
			return session.isStopped() ? INTERRUPTED : kept ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
		}
		this.interruption.willDo(session::stop, services::close);
		boolean complete = this.experiment.equals("all") ? session.all(chosen) : session.one(chosen.get(0));
		if (session.isStopped()) {
			return INTERRUPTED;
		}
		return complete ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
	}

	private int compare() {
		if (this.folders.size() != 2) {
			throw wrong("To compare two reports, give their folders");
		}
		SideBySide both = new SideBySide(read(this.folders.get(0)), read(this.folders.get(1)));
		this.terminal.say("The one / the other: " + this.folders.get(0) + " / " + this.folders.get(1));
		both.differences().forEach(this.terminal::say);
		this.terminal.say("");
		this.terminal.say(both.table());
		return CommandLine.ExitCode.OK;
	}

	private int publish(Path root) {
		if (this.folders.size() != 1) {
			throw wrong("To publish a report, give its folder");
		}
		try {
			Path file = PublishedRuns.write(read(this.folders.get(0)), root.resolve("lab/published-runs"));
			this.terminal.say("Published: " + file);
			return CommandLine.ExitCode.OK;
		}
		catch (IOException ex) {
			throw new LabException("cannot write to lab/published-runs: " + ex.getMessage(), ex);
		}
	}

	private @Nullable Result before() {
		Path folder = this.resume;
		return (folder != null) ? read(folder) : null;
	}

	private Result read(Path folder) {
		try {
			return Reports.read(folder);
		}
		catch (IOException ex) {
			throw new LabException("cannot read a result in " + folder + ": " + ex.getMessage(), ex);
		}
	}

	private List<Session.Task> chosen() {
		boolean full = this.mode != null && this.mode.isFull();
		List<Session.Task> all = new ArrayList<>();
		for (Experiment each : this.parts.experiments()) {
			all.add(new Session.Task(each.name(),
					(runner, kept) -> runner.run(each, full, this.rounds, before(), kept)));
		}
		for (Simulated each : this.parts.simulated()) {
			all.add(new Session.Task(each.name(), (runner, kept) -> runner.simulate(each, full)));
		}
		if (this.experiment.equals("all")) {
			return all;
		}
		List<Session.Task> found = all.stream().filter((each) -> each.name().equals(this.experiment)).toList();
		if (found.isEmpty()) {
			String names = String.join(", ", all.stream().map(Session.Task::name).toList());
			throw wrong("Unknown experiment '" + this.experiment + "': choose one of " + names + ", or all");
		}
		return found;
	}

	private void list(String name, String question) {
		this.terminal.say("%-20s %s".formatted(name, question));
	}

	private void checkSoak() {
		boolean soaks = this.experiment.equals(Soak.NAME);
		if (this.soak != null && !soaks) {
			throw wrong("--minutes, --hours, --seed, --case, --restarts and --plant are options of soak");
		}
		if (soaks && (this.mode != null || this.rounds != null || this.resume != null)) {
			throw wrong("soak has no --quick, --full, --rounds or --resume: see lab/run --help");
		}
		if (this.soak != null && !this.soak.options().isPossible()) {
			throw wrong("This --case cannot have this --plant: see lab/README.md");
		}
	}

	private void checkNumbers() {
		if (this.resume != null && this.experiment.equals("all")) {
			throw wrong("Invalid value for option '--resume': name one experiment, not all");
		}
		if (this.port != null && (this.port < 1 || this.port > LAST_PORT)) {
			throw wrong("Invalid value for option '--port': " + this.port + " is not a port (1 to " + LAST_PORT + ")");
		}
		if (this.rounds != null && this.rounds < 1) {
			throw wrong("Invalid value for option '--rounds': " + this.rounds + " is less than 1");
		}
	}

	private ParameterException wrong(String line) {
		CommandSpec known = this.spec;
		return new ParameterException((known != null) ? known.commandLine() : new CommandLine(this), line);
	}

	private Path jar() {
		String jar = this.properties.getProperty("yoil.lab.jar");
		if (jar == null || !Files.isRegularFile(Path.of(jar))) {
			throw new LabException("no jar of the service" + ((jar != null) ? " at " + jar : "")
					+ ": start the lab by lab/run, which builds it");
		}
		return Path.of(jar);
	}

	private Path folder(Path root) {
		Path folder = (this.results != null) ? this.results : root.resolve("lab/results");
		try {
			Path made = Files.createDirectories(folder.toAbsolutePath().normalize());
			Files.delete(Files.createTempFile(made, ".writable-", null));
			return made;
		}
		catch (IOException ex) {
			throw new LabException("cannot write to " + folder + ": name another folder with --results", ex);
		}
	}

	private Path work() {
		try {
			String work = this.properties.getProperty("yoil.lab.work");
			return (work != null) ? Path.of(work) : Files.createTempDirectory("yoil-lab-");
		}
		catch (IOException ex) {
			throw new LabException("cannot create a temporary folder: set TMPDIR to a writable folder", ex);
		}
	}

	private void remove(Path folder) {
		try (Stream<Path> files = Files.walk(folder)) {
			List<Path> deepestFirst = new ArrayList<>(files.toList());
			Collections.reverse(deepestFirst);
			for (Path file : deepestFirst) {
				Files.deleteIfExists(file);
			}
		}
		catch (IOException | UncheckedIOException ex) {
			this.terminal.note("cannot remove " + folder + ": " + ex.getMessage());
		}
	}

	/** The size of the loads. */
	static final class Mode {

		@Option(names = "--quick", required = true, description = "About two minutes each; the default.")
		private boolean quick;

		@Option(names = "--full", required = true, description = "As published.")
		private boolean full;

		boolean isFull() {
			return this.full && !this.quick;
		}

	}

}
