package dev.yoil.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceLogTests {

	@Test
	void findsWhatSpringBootSaysOfAFailedStart(@TempDir Path folder) throws IOException {
		Path log = Files.writeString(folder.resolve("log"), "an earlier line\n".repeat(10_000) + """
				2026-11-21T16:00:00Z ERROR 1 --- [main] LoggingFailureAnalysisReporter   :

				***************************
				APPLICATION FAILED TO START
				***************************

				Description:

				Web server failed to start. Port 8080 was already in use.

				Action:

				Identify and stop the process that's listening on port 8080.
				""");
		assertThat(ServiceLog.reason(log)).isEqualTo("Web server failed to start. Port 8080 was already in use.");
	}

	@Test
	void makesOneLineOfALongDescription() {
		assertThat(ServiceLog.reason("""

				Description:

				Failed to bind properties under 'server.tomcat.threads.max' to int:

				    Property: server.tomcat.threads.max
				    Value: "many"

				Action:

				Update your application's configuration
				""")).isEqualTo("Failed to bind properties under 'server.tomcat.threads.max' to int:"
				+ " Property: server.tomcat.threads.max Value: \"many\"");
		assertThat(ServiceLog.reason("\nDescription:\n\n" + "long ".repeat(200))).hasSize(403).endsWith("...");
	}

	@Test
	void prefersTheCauseToWhatWasSaidLast() {
		assertThat(ServiceLog.reason("Caused by: one\nCaused by: the root\n\tat somewhere\n")).isEqualTo("the root");
		assertThat(ServiceLog.reason("java.lang.OutOfMemoryError: Java heap space\nCaused by: one\nlast\n"))
			.isEqualTo("java.lang.OutOfMemoryError: Java heap space");
		assertThat(ServiceLog.reason("2026-11-21T16:00:00Z ERROR 1 --- x: it broke\nlast\n"))
			.isEqualTo("2026-11-21T16:00:00Z ERROR 1 --- x: it broke");
		assertThat(ServiceLog.reason("first\nlast\n\n")).isEqualTo("last");
	}

	@Test
	void saysSoIfThereIsNothing(@TempDir Path folder) throws IOException {
		assertThat(ServiceLog.reason(Files.writeString(folder.resolve("log"), "\n"))).isEqualTo("empty log");
		assertThat(ServiceLog.reason(folder.resolve("none"))).isEqualTo("no log");
	}

}
