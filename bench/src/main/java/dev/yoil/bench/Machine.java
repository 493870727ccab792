package dev.yoil.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.sun.management.OperatingSystemMXBean;
import org.ehcache.CacheManager;
import org.openjdk.jmh.Main;

import org.springframework.core.SpringVersion;

/**
 * The machine and the libraries of a measurement.
 */
final class Machine {

	private Machine() {
	}

	static String name() {
		OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
		return "%s, %d cores, %d GB, %s %s".formatted(processor(), system.getAvailableProcessors(),
				Math.round(system.getTotalMemorySize() / 1e9), system.getName(), system.getVersion());
	}

	static String jdk() {
		return System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version");
	}

	static List<String> libraries() {
		return List.of("Ehcache " + version(CacheManager.class), "Caffeine " + version(Caffeine.class),
				"Spring Framework " + SpringVersion.getVersion(), "JMH " + version(Main.class));
	}

	private static String processor() {
		try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
			Optional<String> model = lines.filter((line) -> line.startsWith("model name")).findFirst();
			return model.map((line) -> line.substring(line.indexOf(':') + 1).trim())
				.orElse(System.getProperty("os.arch"));
		}
		catch (IOException ex) {
			return System.getProperty("os.arch");
		}
	}

	/** Returns the version of the manifest, or of the jar's name. */
	static String version(Class<?> type) {
		String jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath())
			.getFileName()
			.toString();
		return jar.replaceFirst("^[a-z][a-z0-9-]*?-(?=\\d)", "").replaceFirst("(-jakarta)?\\.jar$", "");
	}

}
