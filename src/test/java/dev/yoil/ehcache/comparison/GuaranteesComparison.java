package dev.yoil.ehcache.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootVersion;
import org.springframework.core.SpringVersion;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Writes the comparison in docs/results.md. It takes seconds of real time, so its name
 * keeps it out of the build: {@code mvn test -Dtest=GuaranteesComparison -Dtest.flags=}
 * runs it.
 */
class GuaranteesComparison {

	private static final int ROUNDS = 10_000;

	private static final String BEGIN = "<!-- measured by GuaranteesComparison -->";

	private static final String END = "<!-- end of what was measured -->";

	/** Each round of JCache waits for milliseconds. */
	private static final int JCACHE_ROUNDS = 1_000;

	@Test
	void writesTheComparison() throws Exception {
		try (ComparedCaches caches = new ComparedCaches()) {
			Measured jcache = Measured.of(caches.jcache(), caches.jcacheResolver(), JCACHE_ROUNDS);
			Measured ours = Measured.of(caches.ours(), caches.ourResolver(), ROUNDS);
			write(page(jcache, ours));
			assertThat(ours.staleAfterClear() + ours.staleAfterEvict()).isZero();
			assertThat(ours.tries().calls()).isOne();
			assertThat(ours.blocked()).isZero();
		}
	}

	/**
	 * Replaces the section between its marks.
	 */
	private static void write(String section) throws IOException {
		Path page = Path.of("docs", "results.md");
		String text = Files.readString(page);
		int begin = text.indexOf(BEGIN);
		int end = text.indexOf(END, begin);
		assertThat(begin).as(BEGIN).isNotNegative().isLessThan(end);
		Files.writeString(page,
				text.substring(0, begin + BEGIN.length()) + "\n\n" + section + "\n" + text.substring(end));
	}

	private static String page(Measured jcache, Measured ours) throws IOException {
		return """
				Both columns use the same Ehcache jar through Spring's `Cache` interface: `JCacheCacheManager`, as Spring Boot configures it, and
				`EhCacheCacheManager`. Both caches hold 10,000 entries on the heap for 200 s.
				`mvn test -Dtest=GuaranteesComparison -Dtest.flags=` measures them and writes this section.

				| situation | JCache | Yoil |
				| --- | --- | --- |
				%s
				The last row is `@Cacheable` without `sync`. With `sync`, JCache is not stale after `evict`, because its `evict` waits for the load.

				Measured on %s: %s, %d CPUs, JDK %s, Spring Boot %s, Spring Framework %s, %s.
				Times are of one run each.
				"""
			.formatted(rows(jcache, ours), LocalDate.now(ZoneOffset.UTC), cpu(),
					Runtime.getRuntime().availableProcessors(), Runtime.version(), SpringBootVersion.getVersion(),
					SpringVersion.getVersion(), ehcache());
	}

	private static String rows(Measured jcache, Measured ours) {
		return row("`clear` during a load: old value found afterwards", stale(jcache, jcache.staleAfterClear()),
				stale(ours, ours.staleAfterClear()))
				+ row("`evict` during a load: old value found afterwards", stale(jcache, jcache.staleAfterEvict()),
						stale(ours, ours.staleAfterEvict()))
				+ row("20 callers, load fails after 100 ms: loader calls", jcache.tries().calls(), ours.tries().calls())
				+ row("20 callers, load fails after 100 ms: time of the last caller",
						Measured.milliseconds(jcache.tries().lasted()), Measured.milliseconds(ours.tries().lasted()))
				+ row("one load of 2 s: other keys blocked", jcache.blocked() + " of " + Measured.OTHER_KEYS,
						ours.blocked() + " of " + Measured.OTHER_KEYS)
				+ row("one load of 2 s: time to evict its key", Measured.milliseconds(jcache.eviction()),
						Measured.milliseconds(ours.eviction()))
				+ row("`sync = false`, update during a load: old value served until its TTL",
						yes(jcache.staleAfterLatePut()), yes(ours.staleAfterLatePut()));
	}

	private static String row(String what, Object jcache, Object ours) {
		return "| %s | %s | %s |%n".formatted(what, jcache, ours);
	}

	private static String stale(Measured measured, int stale) {
		return "%,d of %,d".formatted(stale, measured.rounds());
	}

	private static String yes(boolean is) {
		return is ? "yes" : "no";
	}

	private static String ehcache() {
		Path jar = Path.of(org.ehcache.Cache.class.getProtectionDomain().getCodeSource().getLocation().getPath());
		return "`" + jar.getFileName() + "`";
	}

	private static String cpu() throws IOException {
		Path linux = Path.of("/proc/cpuinfo");
		if (!Files.isReadable(linux)) {
			return System.getProperty("os.arch");
		}
		try (Stream<String> lines = Files.lines(linux)) {
			return lines.filter((line) -> line.startsWith("model name"))
				.map((line) -> line.substring(line.indexOf(':') + 1).trim())
				.findFirst()
				.orElse(System.getProperty("os.arch"));
		}
	}

}
