package dev.yoil.webtoon.schema;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * A restriction of the files of an H2 database to the user who runs the service. The
 * table {@code visitor_key} would allow other users of the machine to write in the name
 * of each visitor. It runs before any bean opens the database or a disk tier beside it.
 */
final class PrivateDatabaseFiles implements BeanFactoryPostProcessor {

	private static final Logger logger = LoggerFactory.getLogger(PrivateDatabaseFiles.class);

	/** A file name without a file system such as {@code mem:} or {@code tcp:}. */
	private static final Pattern URL = Pattern.compile("jdbc:h2:(?:file:)?(?<file>[^:;]+)(?:;.*)?");

	private static final String SUFFIX = ".mv.db";

	private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

	private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

	private final Environment environment;

	PrivateDatabaseFiles(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
		Path database = file(this.environment.getProperty("spring.datasource.url", ""));
		if (database == null || !FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
			return;
		}
		try {
			restrict(database);
		}
		catch (IOException ex) {
			// If the database cannot be opened either, startup fails with the remedy.
			logger.warn("Other users of this machine may be able to read the database {}: {}", database, ex.toString());
		}
	}

	private static @Nullable Path file(String url) {
		Matcher matcher = URL.matcher(url);
		return matcher.matches() ? Path
			.of(matcher.group("file").replaceFirst("^~", Matcher.quoteReplacement(System.getProperty("user.home"))))
			.toAbsolutePath()
			.normalize() : null;
	}

	/**
	 * Restricts all files of the database, also the log of earlier versions, and creates
	 * what is missing. An existing folder may have other purposes and is left unchanged,
	 * except for the default one.
	 */
	private static void restrict(Path database) throws IOException {
		Path folder = Objects.requireNonNull(database.getParent());
		Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
		if (folder.equals(Path.of("data").toAbsolutePath())) {
			Files.setPosixFilePermissions(folder, FOLDER);
		}
		Path file = Path.of(database + SUFFIX);
		if (Files.notExists(file)) {
			// H2 creates the database in an empty file.
			Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE));
		}
		try (Stream<Path> files = Files.list(folder)) {
			for (Path each : files.filter((each) -> each.toString().startsWith(database + ".")).toList()) {
				Files.setPosixFilePermissions(each, FILE);
			}
		}
	}

}
