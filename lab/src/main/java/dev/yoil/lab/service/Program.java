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
 * The JVM arguments of a service: its unpacked jar, which no build replaces during the
 * run, and an archive of loaded classes, with which a start takes a third of the CPU
 * time. Both are kept for later runs. Thread-safe.
 */
final class Program {

	private static final Duration UNPACKING = Duration.ofMinutes(1);

	private static final String JAR = "yoil.jar";

	private final Path jar;

	private final Path folder;

	private final Path classes;

	private final Path newClasses;

	Program(Path jar, Path folder) {
		this.jar = jar;
		this.folder = folder;
		this.classes = folder.resolve("classes.jsa");
		this.newClasses = folder.resolve("classes.jsa.new");
	}

	static String java() {
		return Path.of(System.getProperty("java.home"), "bin", "java").toString();
	}

	synchronized List<String> command() {
		String jar = unpacked();
		return Files.exists(this.classes) ? List.of("-XX:SharedArchiveFile=" + this.classes, "-jar", jar)
				: List.of("-jar", jar);
	}

	/** Returns the arguments with the lab's classes on the class path. */
	synchronized List<String> plainCommand() {
		List<String> arguments = new ArrayList<>(command());
		String jar = arguments.remove(arguments.size() - 1);
		arguments.set(arguments.size() - 1, "-cp");
		try (JarFile opened = new JarFile(jar)) {
			Path lab = Path.of(Program.class.getProtectionDomain().getCodeSource().getLocation().toURI());
			arguments.add(jar + File.pathSeparator + lab);
			arguments.add(opened.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS));
			return List.copyOf(arguments);
		}
		catch (IOException | URISyntaxException ex) {
			throw new LabException("Cannot read " + jar + ": delete it, so that lab/run builds it again", ex);
		}
	}

	/** Returns arguments that archive the classes at exit, unless there is an archive. */
	synchronized List<String> archivingCommand() {
		String jar = unpacked();
		return Files.exists(this.classes) ? command()
				: List.of("-XX:ArchiveClassesAtExit=" + this.newClasses, "-Xlog:disable", "-jar", jar);
	}

	synchronized void keepClasses() {
		// Missing if the JVM cannot archive classes.
		if (Files.exists(this.newClasses)) {
			Folders.move(this.newClasses, this.classes);
		}
	}

	private String unpacked() {
		Path application = this.folder.resolve("application");
		if (!Files.exists(application.resolve(JAR))) {
			Path made = this.folder.resolve("application.new");
			Folders.delete(made);
			try {
				unpack(made);
			}
			catch (IOException ex) {
				throw Folders.cannot("unpack " + this.jar, ex);
			}
			Folders.move(made, application);
		}
		return application.resolve(JAR).toString();
	}

	/** Unpacks a Spring Boot jar; copies any other, as tests have it. */
	private void unpack(Path application) throws IOException {
		try (JarFile opened = new JarFile(this.jar.toFile())) {
			if (opened.getEntry("BOOT-INF/") == null) {
				Files.copy(this.jar, Files.createDirectories(application).resolve(JAR));
				return;
			}
		}
		// The unpacked jar has the name of the packed one.
		Path copy = Files.copy(this.jar, this.folder.resolve(JAR), StandardCopyOption.REPLACE_EXISTING);
		ChildProcess unpacking = ChildProcess.start(List.of(java(), "-Djarmode=tools", "-jar", copy.toString(),
				"extract", "--destination", application.toString()), Map.of(), this.folder,
				this.folder.resolve("unpacking.log"));
		if (!unpacking.finish(UNPACKING) || !Files.exists(application.resolve(JAR))) {
			throw new IOException(unpacking.lastWords());
		}
		Files.delete(copy);
	}

}
