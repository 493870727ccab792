package dev.yoil.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;

/**
 * The service's jar, as the project's build makes it.
 */
public final class ServiceJar {

	private ServiceJar() {
	}

	/**
	 * Finds it.
	 * @param root of the checkout
	 * @return the newest one in {@code target}
	 * @throws LabException if there is none
	 */
	public static Path find(Path root) {
		Path target = root.resolve("target");
		if (!Files.isDirectory(target)) {
			throw none("in " + target);
		}
		try (Stream<Path> files = Files.list(target)) {
			return files.filter((file) -> isService(file.getFileName().toString()))
				.max(Comparator.comparing((file) -> file.toFile().lastModified()))
				.orElseThrow(() -> none("in " + target));
		}
		catch (IOException ex) {
			throw new LabException(
					"Cannot read " + target + " (" + ServiceLog.oneLine(ex.toString()) + "): let this user read it",
					ex);
		}
	}

	private static boolean isService(String name) {
		return name.matches("yoil-.*\\.jar") && !name.matches(".*-(sources|javadoc|tests)\\.jar");
	}

	static LabException none(String where) {
		return new LabException("No jar " + where + ": run lab/run, which builds it, or mvn -DskipTests package");
	}

}
