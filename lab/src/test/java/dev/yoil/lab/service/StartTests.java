package dev.yoil.lab.service;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import dev.yoil.lab.LabException;
import dev.yoil.lab.service.ServiceSettings.Front;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What keeps a service from being started.
 */
class StartTests {

	private static final ServiceOptions USUAL = new ServiceOptions(null, null);

	private static final ServiceSettings SETTINGS = new ServiceSettings(ServiceSettings.Database.H2, 70, Map.of());

	@TempDir
	private Path folder;

	@Test
	void tellsThatThereIsNoJar() {
		Path none = this.folder.resolve("none.jar");
		refused(() -> new ChildServices(none, this.folder, this.folder, USUAL))
			.withMessageStartingWith("No jar at " + none);
	}

	@Test
	void tellsThatThePortIsInUse() throws IOException {
		try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
				ChildServices services = services(
						new ServiceOptions(other.getLocalPort(), "64m", null, Duration.ofSeconds(30)))) {
			refused(() -> services.start(SETTINGS)).withMessageMatching(
					"Cannot listen on port " + other.getLocalPort() + " \\(.*\\): choose another with --port");
		}
	}

	@Test
	void findsNginxOrTellsHowToInstallIt() throws IOException {
		Path nginx = Files.createFile(this.folder.resolve("nginx"));
		assertThat(nginx.toFile().setExecutable(true)).isTrue();
		assertThat(Proxy.program("/nowhere:" + this.folder, List.of(), Front.NGINX)).isEqualTo(nginx.toString());
		refused(() -> Proxy.program("/nowhere", List.of(), Front.NGINX))
			.withMessageEndingWith("(Debian: apt install nginx-light)");
	}

	@Test
	void unpacksRedisOrTellsThatThereIsNone() {
		assertThat(Path.of(Redis.program(this.folder, "Linux", "amd64"))).isExecutable();
		refused(() -> Redis.program(this.folder, "Plan 9", "vax")).withMessageStartingWith("No Redis for plan 9 vax");
	}

	@Test
	void tellsRedisItsPasswordInAFileThatNobodyElseReads() throws IOException {
		Path settings = Redis.configure(this.folder.resolve("redis"), 6379, "secret");
		assertThat(settings).content().contains("requirepass secret");
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(settings))).isEqualTo("rw-------");
	}

	@Test
	void tellsWhyAChildEndedBeforeItWasReady() throws IOException {
		try (ChildServices services = services(USUAL)) {
			refused(() -> services.start(SETTINGS)).withMessage(
					"The service ended before it was ready, status 1: java.lang.ClassNotFoundException: dev.yoil.None");
		}
	}

	@Test
	void leavesNothingBehind() throws IOException {
		ChildServices services = services(USUAL);
		refused(() -> services.start(SETTINGS));
		assertThat(this.folder.resolve("work")).isNotEmptyDirectory();
		services.close();
		assertThat(this.folder.resolve("work")).isEmptyDirectory();
		refused(() -> services.start(SETTINGS)).withMessageStartingWith("The lab is ending");
		services.close();
		assertThat(this.folder.resolve("work")).isEmptyDirectory();
	}

	@Test
	void endsAChildThatIsNotReadyYetWhenItIsClosed() throws Exception {
		ChildServices services = services(USUAL, Waiting.class.getName());
		CompletableFuture<Service> start = CompletableFuture.supplyAsync(() -> services.start(SETTINGS));
		ProcessHandle child = Polling
			.poll(() -> ProcessHandle.current().children().findFirst(), Duration.ofMillis(20), Duration.ofSeconds(10))
			.orElseThrow();
		services.close();
		assertThat(child.isAlive()).isFalse();
		assertThat(start).failsWithin(Duration.ofSeconds(10))
			.withThrowableThat()
			.havingRootCause()
			.withMessageStartingWith("The lab is ending");
		assertThat(this.folder.resolve("work")).isEmptyDirectory();
	}

	@Test
	void tellsThatAChildIsNotReadyInTime() throws Exception {
		ServiceOptions hasty = new ServiceOptions(null, "64m", null, Duration.ofMillis(100));
		try (ChildServices services = services(hasty, Waiting.class.getName())) {
			refused(() -> services.start(SETTINGS)).withMessageStartingWith("The service was not ready within");
			assertThat(ProcessHandle.current().children()).isEmpty();
		}
	}

	@Test
	void tellsWhatToDoWithoutPostgres() {
		assertThat(Postgres.refusal("No Postgres binary found for Plan 9 / vax", true))
			.contains("rebuild with lab/run");
		assertThat(Postgres.refusal("Process [initdb]\nfailed", true))
			.contains("Process [initdb] failed", "another user")
			.doesNotContain("\n");
		assertThat(Postgres.refusal("Process [initdb]\nfailed", false)).endsWith("(Process [initdb] failed)");
	}

	private static ThrowableAssertAlternative<LabException> refused(ThrowingCallable call) {
		return assertThatExceptionOfType(LabException.class).isThrownBy(call);
	}

	private ChildServices services(ServiceOptions options) throws IOException {
		return services(options, "dev.yoil.None");
	}

	/**
	 * Makes services of a jar that has a class of this test.
	 */
	private ChildServices services(ServiceOptions options, String main) throws IOException {
		Path jar = this.folder.resolve("made.jar");
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
		String file = Waiting.class.getName().replace('.', '/') + ".class";
		try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
				InputStream bytes = Waiting.class.getClassLoader().getResourceAsStream(file)) {
			out.putNextEntry(new JarEntry(file));
			bytes.transferTo(out);
		}
		return new ChildServices(jar, this.folder, this.folder.resolve("work"), options);
	}

	/**
	 * A program that is never ready.
	 */
	static final class Waiting {

		private Waiting() {
		}

		public static void main(String[] arguments) throws InterruptedException {
			new CountDownLatch(1).await();
		}

	}

}
