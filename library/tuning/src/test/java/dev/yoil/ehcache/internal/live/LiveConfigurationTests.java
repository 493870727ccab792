package dev.yoil.ehcache.internal.live;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.live.ConfigurationSnapshot.Applied;
import dev.yoil.ehcache.internal.live.ConfigurationSnapshot.State;
import dev.yoil.ehcache.internal.live.LiveConfiguration.Mode;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import dev.yoil.support.FakeClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.FileSystemResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The configuration file while the caches are in use.
 */
@ExtendWith(OutputCaptureExtension.class)
class LiveConfigurationTests {

	private static final String ONE = file("<cache alias='a'><heap>10</heap><y:policy ttl='1h'/></cache>");

	private static final String TWO = file(
			"<cache alias='a'>\n<heap>5</heap><y:policy ttl='2h'/></cache><cache alias='b'><heap>10</heap></cache>");

	private static final PropertyResolver PROPERTIES = new StandardEnvironment();

	@TempDir
	private Path folder;

	private final FakeClock clock = new FakeClock();

	private Path file;

	private EhCacheCacheManager manager;

	private LiveConfiguration configuration;

	@AfterEach
	void close() {
		this.manager.destroy();
	}

	@Test
	void waitsForAnOperator(CapturedOutput log) throws Exception {
		start(Mode.MANUAL);
		assertThat(poll().state()).isEqualTo(State.IN_SYNC);
		assertThat(log).doesNotContain("present configuration");
		write(TWO);
		poll();
		ConfigurationSnapshot pending = poll();
		assertThat(pending.state()).isEqualTo(State.PENDING);
		assertThat(pending.file()).isEqualTo("ehcache.xml");
		assertThat(pending.reload()).isEqualTo("manual");
		assertThat(pending.digest()).hasSize(32);
		assertThat(pending.changes()).extracting(ConfigurationChange::toString)
			.containsExactly("a heap 10 entries -> 5 entries (line 3)", "a ttl 1h -> 2h (line 3)",
					"b cache added (line 3)");
		assertThat(log).containsOnlyOnce("ehcache.xml differs from the present configuration: a heap 10 entries -> 5");
		assertThat(this.configuration.apply("admin", true)).as("a dry run").isTrue();
		assertThat(cache().declared().capacity()).isEqualTo(10);
		assertThat(this.configuration.apply("admin", false)).isTrue();
		assertThat(cache().declared().capacity()).isEqualTo(5);
		assertThat(this.configuration.snapshot().state()).isEqualTo(State.IN_SYNC);
		assertThat(this.configuration.apply("admin", false)).as("nothing is left").isFalse();
		assertThat(log).contains("Cache configuration applied by 'admin': a heap 10 entries -> 5 entries")
			.containsOnlyOnce("ehcache.xml agrees with the present configuration");
	}

	@Test
	void recordsWhatWasApplied() throws Exception {
		start(Mode.MANUAL);
		this.clock.advance(Duration.ofSeconds(10));
		apply(TWO);
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(only().by()).isEqualTo("admin");
		assertThat(only().at()).isEqualTo(this.clock.instant().minusSeconds(1));
		assertThat(only().changes()).extracting(ConfigurationChange::attribute).containsExactly("heap", "ttl", "cache");
	}

	private Applied only() {
		return this.configuration.snapshot().history().get(0);
	}

	@Test
	void keepsTheLastHundred() throws Exception {
		start(Mode.MANUAL);
		for (int i = 0; i < 60; i++) {
			apply(TWO);
			apply(ONE);
		}
		List<Applied> history = this.configuration.snapshot().history();
		assertThat(history).hasSize(100);
		assertThat(history.get(0).changes()).extracting(ConfigurationChange::to).contains("10 entries");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			''          | the file is empty. Begin with
			{}          | the file is not XML. Begin with
			'<config/>' | the root element must be <config>
			""")
	void invalidFileChangesNothing(String xml, String message) throws Exception {
		start(Mode.AUTO);
		EhcacheXml running = this.manager.declared();
		write(xml);
		poll();
		ConfigurationSnapshot invalid = poll();
		assertThat(invalid.state()).isEqualTo(State.INVALID);
		assertThat(invalid.changes()).isEmpty();
		assertThat(invalid.problem() + " " + invalid.remedy()).contains(message);
		assertThatExceptionOfType(EhcacheXmlException.class).isThrownBy(() -> this.configuration.apply("admin", true));
		assertThat(this.manager.declared()).isSameAs(running);
		write(TWO);
		poll();
		poll();
		assertThat(cache().declared().capacity()).isEqualTo(5);
	}

	@Test
	void reportsAnInvalidFileOnce(CapturedOutput log) throws Exception {
		start(Mode.MANUAL);
		write(file("<cache alias='a'><heap>x</heap></cache>"));
		poll();
		poll();
		assertThat(log).containsPattern(" WARN .*ehcache.xml is invalid")
			.containsOnlyOnce("ehcache.xml is invalid, the present configuration stays: ")
			.contains("ehcache.xml:2:24: \"x\" in <heap> is not a whole number");
	}

	@Test
	void refusedFileIsInvalid() throws Exception {
		start(Mode.AUTO);
		this.manager.addCheck((file) -> {
			if (file.caches().size() > 1) {
				throw new EhcacheXmlException(file, 0, "refused.", "Stop.");
			}
		});
		write(TWO);
		poll();
		assertThat(poll().state()).isEqualTo(State.INVALID);
		assertThat(this.manager.getCacheNames()).containsExactly("a");
	}

	@Test
	void appliesByItselfOnlyWhatHasSettled() throws Exception {
		start(Mode.AUTO);
		write(TWO.replace("2h", "3h"));
		poll();
		write(TWO.substring(0, TWO.length() / 2));
		assertThat(poll().state()).isEqualTo(State.INVALID);
		write(TWO);
		poll();
		assertThat(cache().declared().capacity()).isEqualTo(10);
		assertThat(poll().state()).isEqualTo(State.IN_SYNC);
		assertThat(cache().declared().policy().ttl()).hasHours(2);
		assertThat(only().by()).isEqualTo("reload");
	}

	@Test
	void doesNotApplyBeforeTheAnnotationsWereChecked() throws Exception {
		start(Mode.AUTO, false);
		write(TWO);
		this.configuration.poll();
		this.configuration.poll();
		assertThat(cache().declared().capacity()).isEqualTo(10);
		this.configuration.begin();
		poll();
		poll();
		assertThat(cache().declared().capacity()).isEqualTo(5);
	}

	@Test
	void fileMayDisappearAndReturn() throws Exception {
		start(Mode.AUTO);
		Files.delete(this.file);
		poll();
		assertThat(poll().problem()).endsWith("ehcache.xml: there is no such file.");
		Files.createDirectory(this.file);
		assertThat(poll().problem()).endsWith("this is not a regular file.");
		assertThat(poll().digest()).isNull();
		Files.delete(this.file);
		write(TWO);
		poll();
		assertThat(poll().state()).isEqualTo(State.IN_SYNC);
		assertThat(cache().declared().capacity()).isEqualTo(5);
	}

	/**
	 * Reading a pipe waits for a writer, and a device has no end.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "mkfifo ehcache.xml", "ln -s /dev/zero ehcache.xml", "truncate -s 3G ehcache.xml" })
	@EnabledOnOs(OS.LINUX)
	@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
	void readsRegularFilesOfOneMegabyteOnly(String command) throws Exception {
		start(Mode.AUTO);
		Files.delete(this.file);
		assertThat(new ProcessBuilder(command.split(" ")).directory(this.folder.toFile()).start().waitFor())
			.isEqualTo(0);
		ConfigurationSnapshot refused = poll();
		assertThat(refused.state()).isEqualTo(State.INVALID);
		assertThat(refused.problem()).matches(".*(this is not a regular file|the file is larger than 1 MB)\\.");
		Files.delete(this.file);
		write(TWO);
		poll();
		assertThat(poll().state()).isEqualTo(State.IN_SYNC);
	}

	@Test
	void whatIsNotLiveStaysVisible() throws Exception {
		start(Mode.AUTO);
		write(ONE.replace("<heap>", "<key-type>java.lang.Long</key-type><heap>"));
		poll();
		poll();
		ConfigurationSnapshot pending = poll();
		assertThat(pending.state()).isEqualTo(State.PENDING);
		assertThat(pending.changes()).extracting(ConfigurationChange::attribute, ConfigurationChange::live)
			.containsExactly(org.assertj.core.api.Assertions.tuple("key-type", false));
		assertThat(pending.history()).isEmpty();
		assertThat(this.configuration.apply("admin", false)).isFalse();
	}

	@Test
	void offWatchesNothing() throws Exception {
		start(Mode.OFF);
		write(TWO);
		ConfigurationSnapshot off = poll();
		assertThat(off.state()).isEqualTo(State.UNWATCHED);
		assertThat(off.digest()).isNull();
		assertThat(off.changes()).isEmpty();
		assertThat(this.configuration.isWatched()).isFalse();
		assertThat(this.configuration.apply("admin", false)).isFalse();
	}

	@Test
	void resourceIsNotWatched() {
		this.manager = new EhCacheCacheManager(TestCaches.read(ONE), this.clock);
		this.manager.afterPropertiesSet();
		this.configuration = new LiveConfiguration(this.manager, Mode.AUTO, PROPERTIES, this.clock);
		assertThat(poll().state()).isEqualTo(State.UNWATCHED);
	}

	@Test
	void concurrentAppliesAreRecordedOneAfterTheOther() throws Exception {
		start(Mode.MANUAL);
		ExecutorService threads = Executors.newFixedThreadPool(4);
		try {
			for (Future<?> each : IntStream.range(0, 4).<Future<?>>mapToObj((thread) -> threads.submit(() -> {
				for (int i = 0; i < 20; i++) {
					synchronized (this.configuration) {
						write((i % 2 == thread % 2) ? ONE : TWO);
						this.configuration.snapshot();
					}
					this.configuration.apply("t" + thread, false);
				}
				return null;
			})).toList()) {
				each.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
		List<Applied> history = this.configuration.snapshot().history();
		assertThat(history).isNotEmpty();
		for (int i = 1; i < history.size(); i++) {
			assertThat(history.get(i).changes().get(0).to()).isEqualTo(history.get(i - 1).changes().get(0).from());
		}
	}

	private void start(Mode mode) throws Exception {
		start(mode, true);
	}

	private void start(Mode mode, boolean begun) throws Exception {
		this.file = this.folder.resolve("ehcache.xml");
		write(ONE);
		this.manager = new EhCacheCacheManager(EhcacheXml.read(new FileSystemResource(this.file)), this.clock);
		this.manager.afterPropertiesSet();
		this.configuration = new LiveConfiguration(this.manager, mode, PROPERTIES, this.clock);
		if (begun) {
			this.configuration.begin();
			poll();
			poll();
		}
	}

	private void apply(String content) throws Exception {
		write(content);
		poll();
		this.configuration.apply("admin", false);
	}

	private void write(String content) throws Exception {
		Files.write(this.file, content.getBytes(StandardCharsets.UTF_8));
	}

	private ConfigurationSnapshot poll() {
		this.configuration.poll();
		return this.configuration.snapshot();
	}

	private EhCacheCache cache() {
		return this.manager.caches().get(0);
	}

	private static String file(String content) {
		return TestCaches.HEAD + "\n" + content + "</config>";
	}

}
