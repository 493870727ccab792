package dev.yoil.monitoring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("full")
class MBeanTests {

	@TempDir
	Path folder;

	/**
	 * Tomcat's may be there without the profile, too, for others to read.
	 */
	@Test
	void registersTomcatAndThePoolForEachService() throws Exception {
		List<String> counters = report("default", "scouter", "scouter");
		assertThat(counters).filteredOn((line) -> line.startsWith("tomcat requestCount ")).hasSize(3);
		assertThat(counters).filteredOn((line) -> line.startsWith("tomcat processingTime ")).hasSize(3);
		assertThat(counters).filteredOn((line) -> line.startsWith("hikari "))
			.filteredOn((line) -> line.contains(" TotalConnections "))
			.hasSize(2)
			.anySatisfy((line) -> assertThat(line).endsWith(" com.zaxxer.hikari:type=Pool (HikariPool-2)"))
			.anySatisfy((line) -> assertThat(line).endsWith(" com.zaxxer.hikari:type=Pool (HikariPool-3)"));
		assertThat(counters).hasSize(3 * 5 + 2 * 3);
		assertThat(output()).doesNotContain("already registered", "InstanceAlreadyExists");
	}

	private List<String> report(String... profiles) throws IOException, InterruptedException {
		Path file = this.folder.resolve("counters");
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-cp", System.getProperty("java.class.path"), MBeanReport.class.getName(), file.toString()));
		command.addAll(List.of(profiles));
		Process jvm = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(this.folder.resolve("output").toFile())
			.start();
		try {
			assertThat(jvm.waitFor(2, TimeUnit.MINUTES)).isTrue();
		}
		finally {
			jvm.destroyForcibly();
		}
		assertThat(jvm.exitValue()).as(output()).isZero();
		return Files.readAllLines(file);
	}

	private String output() throws IOException {
		return Files.readString(this.folder.resolve("output"));
	}

}
