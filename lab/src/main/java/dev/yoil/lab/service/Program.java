package dev.yoil.lab.service;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

import dev.yoil.lab.LabException;

/**
 * What the JVM of a service runs: the jar, unpacked if it holds other jars, so that
 * nobody replaces it while it runs, and the classes that the first service left, loaded
 * and verified. A start takes a third of the processors' time with them, and an
 * experiment has many. Both are kept. Thread-safe.
 */
final class Program {

	private static final Duration UNPACKING = Duration.ofMinutes(1);

	private final Path jar;

	private final Path folder;

	private final Path classes;

	private final Path newClasses;

	/**
	 * Creates it; nothing is unpacked yet.
	 * @param jar of the service
	 * @param folder for what is kept
	 */
	Program(Path jar, Path folder) {
		this.jar = jar;
		this.folder = folder;
		this.classes = folder.resolve("classes.jsa");
		this.newClasses = folder.resolve("classes.jsa.new");
	}

	/**
	 * Returns the arguments that name it.
	 * @return with the classes that are ready, if they are
	 * @throws LabException if it cannot be unpacked
	 */
	synchronized List<String> command() {
		String jar = unpacked();
		return Files.exists(this.classes) ? List.of("-XX:SharedArchiveFile=" + this.classes, "-jar", jar)
				: List.of("-jar", jar);
	}

	/**
	 * Returns the arguments that name it with what answers in plain Spring.
	 * @return with the classes that are ready, if they are
	 * @throws LabException if it cannot be unpacked, or does not say what to run
	 */
	synchronized List<String> plainCommand() {
		List<String> arguments = new ArrayList<>(command());
		String jar = arguments.remove(arguments.size() - 1);
		arguments.set(arguments.size() - 1, "-cp");
		arguments.add(jar + File.pathSeparator + lab());
		arguments.add(mainClass(jar));
		return List.copyOf(arguments);
	}

	private static Path lab() {
		try {
			return Path.of(Program.class.getProtectionDomain().getCodeSource().getLocation().toURI());
		}
		catch (URISyntaxException ex) {
			throw new LabException("Cannot tell where the lab is: start it by lab/run", ex);
		}
	}

	private static String mainClass(String jar) {
		try (JarFile opened = new JarFile(jar)) {
			String name = opened.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
			if (name != null) {
				return name;
			}
		}
		catch (IOException ex) {
			throw new LabException("Cannot read " + jar + ": delete it, so that lab/run builds it again", ex);
		}
		throw new LabException("The manifest of " + jar + " names no main class: delete it, so that lab/run builds it");
	}

	/**
	 * Returns the arguments that name it and have the JVM leave its classes when it ends,
	 * to be followed by {@link #keepClasses()}.
	 * @return as {@link #command()}, if there are classes already
	 * @throws LabException if it cannot be unpacked
	 */
	synchronized List<String> archivingCommand() {
		String jar = unpacked();
		return Files.exists(this.classes) ? command()
				: List.of("-XX:ArchiveClassesAtExit=" + this.newClasses, "-Xlog:disable", "-jar", jar);
	}

	/**
	 * Keeps the classes that a JVM left.
	 * @throws LabException if they cannot be kept
	 */
	synchronized void keepClasses() {
		// There are none if the JVM does not know how.
		if (Files.exists(this.newClasses)) {
			Kept.keep(this.newClasses, this.classes);
		}
	}

	private String unpacked() {
		Path application = this.folder.resolve("application");
		Path unpacked = application.resolve("yoil.jar");
		if (!Files.exists(unpacked)) {
			Path made = this.folder.resolve("application.new");
			try {
				WorkFolder.delete(made);
				if (holdsJars()) {
					unpack(made);
				}
				else {
					Files.copy(this.jar, Files.createDirectories(made).resolve("yoil.jar"));
				}
				Kept.keep(made, application);
			}
			catch (IOException ex) {
				throw new LabException("Cannot unpack " + this.jar + " (" + ServiceLog.oneLine(ex.toString())
						+ "): make room on the disk, or delete the jar, so that lab/run builds it again", ex);
			}
		}
		return unpacked.toString();
	}

	private boolean holdsJars() throws IOException {
		try (JarFile opened = new JarFile(this.jar.toFile())) {
			return opened.getEntry("BOOT-INF/") != null;
		}
	}

	private void unpack(Path application) throws IOException {
		// What is unpacked has the name of what it was in.
		Path copy = Files.copy(this.jar, this.folder.resolve("yoil.jar"), StandardCopyOption.REPLACE_EXISTING);
		ChildProcess unpacking = ChildProcess.start(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Djarmode=tools", "-jar",
						copy.toString(), "extract", "--destination", application.toString()),
				Map.of(), this.folder, this.folder.resolve("unpacking.log"));
		if (!unpacking.finish(UNPACKING) || !Files.exists(application.resolve("yoil.jar"))) {
			throw new IOException(unpacking.lastWords());
		}
		Files.delete(copy);
	}

}
