package dev.yoil.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.FakeLab;
import dev.yoil.lab.report.Reports;
import dev.yoil.lab.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class SignalTests {

	private static final int TERMINATED = 143;

	@TempDir
	private Path folder;

	@Test
	void writesWhatWasMeasuredBeforeTheProcessEnds() throws IOException, InterruptedException {
		Path jar = Files.createFile(this.folder.resolve("yoil.jar"));
		Path work = Files.createDirectory(this.folder.resolve("work"));
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Dyoil.lab.root=" + this.folder, "-Dyoil.lab.jar=" + jar, "-Dyoil.lab.work=" + work, "-cp",
				System.getProperty("java.class.path"), Waiting.class.getName(), "x")
			.redirectErrorStream(true)
			.start();
		List<String> lines = new ArrayList<>();
		try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				lines.add(line);
				if (line.equals("begun")) {
					Result kept = result();
					assertThat(kept.broken()).isEqualTo("it was not over yet");
					assertThat(kept.runs()).hasSize(1);
					// By its handle: the process's own destroy() closes its output, too.
					process.toHandle().destroy();
				}
			}
			assertThat(process.waitFor()).isEqualTo(TERMINATED);
		}
		finally {
			process.destroyForcibly();
		}
		assertThat(lines)
			.containsSequence("begun", "lab/run: interrupted: ending the service and writing all measurements")
			.endsWith("lab/run: x was broken off: interrupted; all measurements are written");
		Result written = result();
		assertThat(written.broken()).isEqualTo("interrupted");
		assertThat(written.runs()).hasSize(2);
		assertThat(work).doesNotExist();
	}

	private Result result() throws IOException {
		try (Stream<Path> reports = Files.list(this.folder.resolve("lab/results"))) {
			return Reports.read(reports.findFirst().orElseThrow());
		}
	}

	/** A lab whose second load goes on until it is stopped. */
	static final class Waiting {

		private Waiting() {
		}

		public static void main(String[] arguments) {
			FakeLab lab = new FakeLab();
			lab.waitsIn = 2;
			lab.begun = () -> new Terminal(System.out, System.err, 0).say("begun");
			Lab.start(new Parts(List.of(FakeLab.experiment("x", 1, FakeLab.part(""))), List.of(),
					(jar, root, work, port) -> lab, () -> lab, "Abacus 1"), arguments);
		}

	}

}
