package dev.yoil.lab.service;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class MachineFactsTests {

	@Test
	void readsTheValueOfAName() {
		assertThat(MachineFacts.valueOf("model name", ":", "model\t\t: 17\nmodel name\t: Some CPU @ 3.1 GHz: fast\n"))
			.hasValue("Some CPU @ 3.1 GHz: fast");
		assertThat(MachineFacts.valueOf("model name", ":", "processor\t: 0\n")).isEmpty();
	}

	@Test
	void readsDroppedConnections() {
		String text = """
				TcpExt: SyncookiesSent ListenOverflows ListenDrops TCPHPHits
				TcpExt: 1 2 1489 4
				IpExt: InNoRoutes ListenDrops
				IpExt: 7 8
				""";
		assertThat(MachineFacts.drops(text)).hasValue(1489);
		assertThat(MachineFacts.drops("TcpExt: A B\nTcpExt: 1 2\n")).isEmpty();
		assertThat(MachineFacts.drops("")).isEmpty();
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void readsTheCpuTimeOfEachThread() {
		assertThat(
				MachineFacts.threads(ProcessHandle.current().pid()).values().stream().mapToDouble((time) -> time).sum())
			.isPositive();
		assertThat(MachineFacts.threads(-1)).isEmpty();
	}

	@Test
	void knowsThisMachineAndNoCommitWithoutACheckout(@TempDir Path folder) {
		assertThat(MachineFacts.commit(folder.resolve("none"))).isEqualTo("unknown");
		assertThat(MachineFacts.of(folder, "Some generator 1.0")).satisfies((machine) -> {
			assertThat(machine.processor()).isNotBlank();
			assertThat(machine.processors()).isPositive();
			assertThat(machine.memory()).isGreaterThan(100);
			assertThat(machine.system()).contains(System.getProperty("os.version"));
			assertThat(machine.jvm()).contains(System.getProperty("java.runtime.version"));
			assertThat(machine.commit()).isEqualTo("unknown");
			assertThat(machine.generator()).isEqualTo("Some generator 1.0");
		});
	}

}
