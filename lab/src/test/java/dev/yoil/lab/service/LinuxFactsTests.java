package dev.yoil.lab.service;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LinuxFactsTests {

	@Test
	void readsTheProcessor() {
		assertThat(LinuxFacts.processor("processor\t: 0\nmodel\t\t: 17\nmodel name\t: Some CPU @ 3.1 GHz: fast\n"))
			.hasValue("Some CPU @ 3.1 GHz: fast");
		assertThat(LinuxFacts.processor("processor\t: 0\nBogoMIPS\t: 243.75\n")).isEmpty();
	}

	@Test
	void readsTheMemory() {
		assertThat(LinuxFacts.memory("MemTotal:       24683520 kB\nMemFree:        100 kB\n")).hasValue(24105);
		assertThat(LinuxFacts.memory("MemFree:        100 kB\n")).isEmpty();
		assertThat(LinuxFacts.memory("MemTotal: much\n")).isEmpty();
	}

	@Test
	void readsTheSystem() {
		assertThat(LinuxFacts.system("NAME=\"Some Linux\"\nPRETTY_NAME=\"Some Linux 12 (worm)\"\n"))
			.hasValue("Some Linux 12 (worm)");
		assertThat(LinuxFacts.system("")).isEmpty();
	}

	@Test
	void readsHowManyConnectionsWereDropped() {
		String text = """
				TcpExt: SyncookiesSent ListenOverflows ListenDrops TCPHPHits
				TcpExt: 1 2 1489 4
				IpExt: InNoRoutes ListenDrops
				IpExt: 7 8
				""";
		assertThat(LinuxFacts.drops(text)).hasValue(1489);
		assertThat(LinuxFacts.drops("TcpExt: A B\nTcpExt: 1 2\n")).isEmpty();
		assertThat(LinuxFacts.drops("TcpExt: A ListenDrops\nTcpExt: 1\n")).isEmpty();
		assertThat(LinuxFacts.drops("")).isEmpty();
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void readsTheTimeOfEachThread() {
		double all = LinuxFacts.threads(ProcessHandle.current().pid())
			.values()
			.stream()
			.mapToDouble(Double::doubleValue)
			.sum();
		assertThat(all).isPositive();
	}

	@Test
	void knowsNoThreadsOfAProcessThatIsNone() {
		assertThat(LinuxFacts.threads(-1)).isEmpty();
	}

	@Test
	void hasNothingWithoutTheFile(@TempDir Path folder) {
		assertThat(LinuxFacts.read(folder.resolve("none").toString())).isEmpty();
	}

	@Test
	void knowsNoCommitWithoutACheckout(@TempDir Path folder) {
		assertThat(MachineFacts.commit(folder)).isEqualTo("unknown");
		assertThat(MachineFacts.commit(folder.resolve("none"))).isEqualTo("unknown");
	}

	@Test
	void knowsThisMachine(@TempDir Path folder) {
		assertThat(MachineFacts.of(folder, "Some generator 1.0")).satisfies((machine) -> {
			assertThat(machine.processor()).isNotBlank();
			assertThat(machine.processors()).isPositive();
			assertThat(machine.memory()).isGreaterThan(100);
			assertThat(machine.system()).contains(System.getProperty("os.version"));
			assertThat(machine.jvm()).contains(System.getProperty("java.runtime.version"));
			assertThat(machine.generator()).isEqualTo("Some generator 1.0");
		});
	}

}
