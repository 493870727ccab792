package dev.yoil.ehcache.xml;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.policy.CachePolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class ConvertTests {

	private static final String FILE = "library/cache/src/test/resources/dev/yoil/ehcache/xml/files/ehcache2.xml";

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

	/**
	 * The command runs with its own jar only.
	 */
	@Test
	void needsNothingButTheJdk() throws Exception {
		URL jar = Convert.class.getProtectionDomain().getCodeSource().getLocation();
		try (URLClassLoader alone = new URLClassLoader(new URL[] { jar }, ClassLoader.getPlatformClassLoader())) {
			Method run = alone.loadClass(Convert.class.getName())
				.getDeclaredMethod("run", PrintStream.class, PrintStream.class, String[].class);
			run.setAccessible(true);
			assertThat(run.invoke(null, new PrintStream(this.out), new PrintStream(this.errors),
					new String[] { "convert", FILE }))
				.isEqualTo(0);
			assertThat(run.invoke(null, new PrintStream(this.out), new PrintStream(this.errors),
					new String[] { "convert", "ehcache.xml" }))
				.as("a file of Ehcache 3")
				.isEqualTo(1);
			assertThat(run.invoke(null, new PrintStream(this.out), new PrintStream(this.errors),
					new String[] { "convert", "pom.xml.none" }))
				.as("no file")
				.isEqualTo(1);
		}
	}

	@Test
	void printsAnEquivalentFile() {
		assertThat(convert("convert", FILE)).isEqualTo(0);
		assertThat(TestCaches.read(text(this.out)).caches())
			.extracting(DeclaredCache::name, DeclaredCache::capacity, DeclaredCache::policy)
			.contains(tuple("books", 10_000L, new CachePolicy(Duration.ofSeconds(600), Duration.ofSeconds(300), null)),
					tuple("countries", 250L, CachePolicy.NO_EXPIRY),
					tuple("book reviews", 999_999_999L, CachePolicy.NO_EXPIRY));
		assertThat(text(this.errors)).contains(FILE + ":15:").contains("LFU").doesNotContain("countries");
	}

	@Test
	void keepsNames(@TempDir Path directory) throws Exception {
		Path file = Files.writeString(directory.resolve("old.xml"),
				"<ehcache><cache name='b b'/><cache name='user:cache'/><cache name='웹툰'/><cache name='&quot;&lt;&amp;'/></ehcache>");
		assertThat(convert("convert", file.toString())).isEqualTo(0);
		assertThat(TestCaches.read(text(this.out)).caches()).extracting(DeclaredCache::name)
			.containsExactly("b b", "user:cache", "웹툰", "\"<&");
	}

	@Test
	void dividesASharedHeap(@TempDir Path directory) throws Exception {
		Path file = Files.writeString(directory.resolve("old.xml"),
				"<ehcache maxBytesLocalHeap='100M'><cache name='a'/><cache name='b' maxBytesLocalHeap='10M'/></ehcache>");
		assertThat(convert("convert", file.toString())).isEqualTo(0);
		assertThat(TestCaches.read(text(this.out)).caches())
			.extracting(DeclaredCache::capacity, DeclaredCache::capacityBytes)
			.containsExactly(tuple(1_000L, null), tuple(null, 10L * 1024 * 1024));
		assertThat(text(this.errors)).contains("only maxBytesLocalHeap of <ehcache> limited its entries.");
	}

	@Test
	void rejectsInvalidXml(@TempDir Path directory) throws Exception {
		Path file = Files.writeString(directory.resolve("old.xml"), "<ehcache>");
		assertThat(convert("convert", file.toString())).isEqualTo(1);
		assertThat(text(this.out)).isEmpty();
		assertThat(text(this.errors)).startsWith(file + ":1:").contains("not well-formed");
	}

	@Test
	void rejectsAnEmptyFile(@TempDir Path directory) throws Exception {
		Path file = Files.createFile(directory.resolve("old.xml"));
		assertThat(convert("convert", file.toString())).isEqualTo(1);
		assertThat(text(this.errors))
			.isEqualToIgnoringNewLines(file + ":1:1: the file is empty. Name one that begins with <ehcache>.");
	}

	@Test
	void rejectsAFileOfMoreThanOneMegabyte(@TempDir Path directory) throws Exception {
		Path file = Files.writeString(directory.resolve("old.xml"), "<ehcache/>" + " ".repeat(1 << 20));
		assertThat(convert("convert", file.toString())).isEqualTo(1);
		assertThat(text(this.errors))
			.isEqualToIgnoringNewLines(file + ": the file is larger than 1 MB. Shorten it, or name another file.");
	}

	@Test
	void warnsThatCommentsAreOmitted(@TempDir Path directory) throws Exception {
		Path file = Files.writeString(directory.resolve("old.xml"),
				"<!-- ours --><ehcache><cache name='c' maxEntriesLocalHeap='1'/></ehcache>");
		assertThat(convert("convert", file.toString())).isEqualTo(0);
		assertThat(text(this.errors)).isEqualToIgnoringNewLines(
				file + ":1: comments are not translated: they end in line 1. Copy those that still apply.");
	}

	@Test
	void printsItsUsage() {
		assertThat(convert()).isEqualTo(2);
		assertThat(convert("translate", FILE)).isEqualTo(2);
		assertThat(text(this.out)).isEmpty();
		assertThat(text(this.errors)).startsWith("Usage: convert FILE");
	}

	private int convert(String... arguments) {
		return Convert.run(new PrintStream(this.out), new PrintStream(this.errors), arguments);
	}

	private static String text(ByteArrayOutputStream written) {
		return written.toString(StandardCharsets.UTF_8);
	}

}
