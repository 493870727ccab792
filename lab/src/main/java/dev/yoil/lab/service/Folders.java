package dev.yoil.lab.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;

/**
 * The folders of the services: a work folder, in which they run, and a folder for
 * expensive files that outlives the run of the lab and belongs to one jar and JVM.
 */
final class Folders {

	private static final Pattern SHARED = Pattern.compile("<y:shared-tier\\b[^>]*/>|\\bscope=\"GLOBAL\"");

	/** A disk tier as the service comes with it: in a comment. */
	private static final Pattern DISK = Pattern.compile("<!-- (<disk\\b.*</disk>) -->");

	private static final Pattern DIRECTORY = Pattern.compile("<persistence directory=\"[^\"]*\"/>");

	/** A tenth of the lists that an experiment requests. */
	private static final int FEW = 30;

	private static final Pattern CAPACITY_OF_LISTS = Pattern
		.compile("(alias=\"findWebtoonsByPublishDay\">\\s*<resources>\\s*<heap unit=\"entries\">)\\d+");

	private static final Pattern CAPACITY_OF_PAGES = Pattern
		.compile("(alias=\"renderPage\"[\\s\\S]*?entries\">)(\\d+)");

	private static final String SOAK_DISK = "disk-tiers-soak";

	private static final Pattern END = Pattern.compile("</config>");

	private Folders() {
	}

	/** Creates a work folder, with the cache files that settings may name. */
	static Path work(Path parent) {
		try {
			Path folder = Files.createTempDirectory(Files.createDirectories(parent.toAbsolutePath()), "services-");
			Files.createDirectories(folder.resolve("tmp"));
			try (InputStream in = Folders.class.getResourceAsStream(ServiceSettings.EHCACHE_20S)) {
				Files.copy(Objects.requireNonNull(in), folder.resolve(ServiceSettings.EHCACHE_20S));
			}
			return folder;
		}
		catch (IOException ex) {
			throw cannot("write to " + parent, ex);
		}
	}

	/** Returns the kept folder of a jar, and deletes those of other jars. */
	static Path kept(Path jar, Path parent) {
		try {
			Path folder = parent.toAbsolutePath().resolve(hash(jar));
			if (Files.isDirectory(parent)) {
				try (DirectoryStream<Path> others = Files.newDirectoryStream(parent)) {
					for (Path other : others) {
						if (!other.getFileName().equals(folder.getFileName())) {
							delete(other);
						}
					}
				}
			}
			return Files.createDirectories(folder);
		}
		catch (IOException ex) {
			throw cannot("write to " + parent, ex);
		}
	}

	private static String hash(Path jar) throws IOException {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			try (InputStream in = new DigestInputStream(Files.newInputStream(jar), digest)) {
				in.transferTo(OutputStream.nullOutputStream());
			}
			for (String property : new String[] { "java.home", "java.vm.version" }) {
				digest.update(System.getProperty(property).getBytes(StandardCharsets.UTF_8));
			}
			return HexFormat.of().formatHex(digest.digest(), 0, 8);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every JVM has SHA-256", ex);
		}
	}

	/**
	 * Moves a complete file or folder to its place, so that no incomplete one is kept.
	 */
	static void move(Path made, Path to) {
		try {
			Files.move(made, to, StandardCopyOption.ATOMIC_MOVE);
		}
		catch (IOException ex) {
			throw cannot("write " + to, ex);
		}
	}

	/** Writes a copy of a cache file without its shared tier. */
	static void writeLocalCaches(Path shared, Path local) {
		writeCaches(shared, local, (text) -> replace(text, SHARED, "", "shared tier", shared));
	}

	/** Writes a copy of a cache file with its disk tiers, in a directory of their own. */
	static void writeDiskCaches(Path shipped, Path withDisk, String directory) {
		String persistence = "<persistence directory=\"" + directory + "\"/>";
		writeCaches(shipped, withDisk, (text) -> replace(replace(text, DISK, "$1", "<disk> in a comment", shipped),
				DIRECTORY, Matcher.quoteReplacement(persistence), "<persistence>", shipped));
	}

	/**
	 * Writes a copy of the caches of a cluster, or of a single service with disk tiers.
	 */
	static void writeSoakCaches(Path root, Path soak, boolean cluster) {
		if (cluster) {
			// A heap that the soak has collected, on busy processors, is no fault of
			// Redis.
			writeCaches(root.resolve(ServiceSettings.EHCACHE_CLUSTER), soak,
					(text) -> text.replace("timeout=\"100ms\"", "timeout=\"1s\""));
		}
		else {
			writeDiskCaches(root.resolve("ehcache.xml"), soak, SOAK_DISK);
		}
		// So that it is full, and the heap levels off, within minutes.
		editSoakCaches(soak);
	}

	/** Changes the capacity of a cache of a soak. */
	static void editSoakCaches(Path file) {
		writeCaches(file, file, (text) -> {
			Matcher capacity = CAPACITY_OF_PAGES.matcher(text);
			if (!capacity.find()) {
				throw new LabException("No renderPage in " + file + ": restore the file of the checkout");
			}
			return capacity.replaceFirst("$1" + (capacity.group(2).equals("40") ? "50" : "40"));
		});
	}

	/** Inverts one byte in a thousand of the disk tiers of a soak. */
	static void damageSoakDisk(Path folder) {
		try (Stream<Path> found = Files.walk(folder.resolve(SOAK_DISK))) {
			for (Path file : found.filter(Files::isRegularFile).toList()) {
				byte[] bytes = Files.readAllBytes(file);
				for (int i = 500; i < bytes.length; i += 1_000) {
					bytes[i] = (byte) ~bytes[i];
				}
				Files.write(file, bytes);
			}
		}
		catch (IOException ex) {
			throw cannot("damage " + folder, ex);
		}
	}

	/** Writes a copy of a cache file with room for few lists of days. */
	static void writeSmallCache(Path shipped, Path small) {
		writeCaches(shipped, small,
				(text) -> replace(text, CAPACITY_OF_LISTS, "$1" + FEW, "findWebtoonsByPublishDay", shipped));
	}

	/** Writes copies of a cache file with caches that nothing evicts. */
	static void writePlainCaches(Path shipped, Path folder) {
		Map.of(ServiceSettings.EHCACHE_FORGOTTEN, "", ServiceSettings.EHCACHE_TABLES, " depends=\"tables\"")
			.forEach((file, depends) -> writeCaches(shipped, folder.resolve(file),
					(text) -> replace(text, END, plainCaches(depends) + "$0", "end", shipped)));
	}

	private static String plainCaches(String ofPages) {
		return Stream.of("plain-lists", ServiceSettings.PLAIN_PAGES, "plain-rankings")
			.map((name) -> "<cache alias=\"%s\"><heap unit=\"entries\">1000</heap><y:policy ttl=\"200s\"%s/></cache>\n"
				.formatted(name, name.equals(ServiceSettings.PLAIN_PAGES) ? ofPages : ""))
			.collect(Collectors.joining());
	}

	private static void writeCaches(Path from, Path to, UnaryOperator<String> change) {
		try {
			Files.writeString(to, change.apply(Files.readString(from)));
		}
		catch (IOException ex) {
			throw cannot("write " + to, ex);
		}
	}

	private static String replace(String text, Pattern pattern, String replacement, String name, Path file) {
		Matcher matcher = pattern.matcher(text);
		if (!matcher.find()) {
			throw new LabException("No " + name + " in " + file + ": restore the file of the checkout");
		}
		return matcher.replaceAll(replacement);
	}

	/** Deletes a folder as far as possible. */
	static void delete(Path folder) {
		if (!Files.exists(folder)) {
			return;
		}
		try (Stream<Path> found = Files.walk(folder)) {
			List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
			deepestFirst.forEach((path) -> path.toFile().delete());
		}
		catch (IOException | UncheckedIOException ex) {
			// Another thread deletes the same folder, or still writes there and deletes
			// it
			// afterwards.
			return;
		}
	}

	static LabException cannot(String action, IOException ex) {
		return new LabException("Cannot " + action + " (" + ServiceLog.oneLine(ex.toString())
				+ "): check permissions and free disk space", ex);
	}

}
