package dev.yoil.bench;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

import org.apache.catalina.startup.Tomcat;
import org.ehcache.CacheManager;
import org.h2.Driver;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.SpringBootVersion;

/**
 * What numbers measured over HTTP are published with.
 *
 * @param command how to measure them again
 * @param quick whether the run was too short to be relied on
 * @param commit what was measured
 * @param day when, as ISO-8601 date
 * @param machine processor, cores, memory and operating system
 * @param jdk the Java that ran it
 * @param versions the libraries and the load generator
 * @param timing warm-up and rounds
 */
record Circumstances(String command, boolean quick, String commit, String day, String machine, String jdk,
		List<String> versions, String timing) {

	/**
	 * Writes them as JSON, before anything is measured.
	 * @param args the file, the command, {@code quick} or {@code full}, the commit, the
	 * timing, and the version of the load generator
	 */
	public static void main(String[] args) {
		boolean quick = args[2].equals("quick");
		Circumstances now = new Circumstances(args[1] + (quick ? " --quick" : ""), quick, args[3],
				LocalDate.now().toString(), Machine.name(), Machine.jdk(),
				List.of("Spring Boot " + SpringBootVersion.getVersion(), "Tomcat " + Machine.version(Tomcat.class),
						"Ehcache " + Machine.version(CacheManager.class), "H2 " + Machine.version(Driver.class),
						args[5]),
				args[4]);
		JsonMapper.builder().build().writeValue(Path.of(args[0]).toFile(), now);
	}

	/**
	 * Warns of a quick run, in front of its numbers.
	 */
	String warning() {
		return this.quick
				? "**These are the numbers of a quick run (`" + this.command + "`): too short to rely on.**\n\n" : "";
	}

	String text() {
		return """
				%s; load generator and service share the cores.
				%s; %s.
				%s; measured on %s at %s with `%s`.
				""".formatted(this.machine, this.jdk, String.join(", ", this.versions), this.timing, this.day,
				this.commit, this.command);
	}

}
