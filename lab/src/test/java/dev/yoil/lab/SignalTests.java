package dev.yoil.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
		assertThat(this.folder.resolve("written")).hasContent("interrupted, 1 load");
		assertThat(work).doesNotExist();
	}

	/** A lab whose load goes on until it is stopped. */
	static final class Waiting {

		private Waiting() {
		}

		public static void main(String[] arguments) {
			FakeLab lab = new FakeLab();
			lab.waitsIn = 1;
			lab.begun = () -> new Terminal(System.out, System.err, 0).say("begun");
			Reports reports = new Reports() {

				@Override
				public void write(Result result, Path to) throws IOException {
					Path root = Path.of(System.getProperty("yoil.lab.root"));
					Files.writeString(root.resolve("written"), result.broken() + ", " + result.runs().size() + " load");
				}

				@Override
				public void keep(Result result, Path folder) {
					// It ends before anything could be kept.
				}

				@Override
				public Result read(Path folder) throws IOException {
					throw new IOException("nothing is resumed");
				}

				@Override
				public void index(List<Result> results, List<Path> folders, Path to) {
					throw new IllegalStateException("there is no index of one");
				}

			};
			Lab.start(new Parts(List.of(FakeLab.experiment("x", 1, FakeLab.part(""))), List.of(), List.of(),
					(jar, root, work, port) -> lab, () -> lab, "Abacus 1", () -> reports), arguments);
		}

	}

}
