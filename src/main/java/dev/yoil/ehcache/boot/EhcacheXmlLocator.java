package dev.yoil.ehcache.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ResourceUtils;
import org.springframework.util.StringUtils;

/**
 * Finds the cache configuration file: where it is said to be, or else in the working
 * directory, or else in the class path.
 */
final class EhcacheXmlLocator {

	private static final String NAME = "ehcache.xml";

	private static final String PACKAGED = ResourceUtils.CLASSPATH_URL_PREFIX + NAME;

	private static final String SMALLEST = """
			Create it in src/main/resources, with a <cache> for each name in the annotations:

			<config xmlns="http://www.ehcache.org/v3">
			  <cache alias="NAME">
			    <heap unit="entries">1000</heap>
			  </cache>
			</config>

			A file of another name is named in yoil.ehcache.config.""";

	/** Boot's property for the file of Hibernate's second-level cache. */
	static final String HIBERNATE = "spring.jpa.properties.hibernate.javax.cache.uri";

	private static final String THEIRS = HIBERNATE + " names this file, too: leave it to Hibernate, and name a file of "
			+ "your own in yoil.ehcache.config.";

	private static final String MAYBE_THEIRS = "If the file belongs to another library, such as Hibernate's second-level "
			+ "cache, leave it as it is, and name a file of your own in yoil.ehcache.config. Otherwise:";

	private static final Logger LOG = LoggerFactory.getLogger(EhcacheXmlLocator.class);

	private final ResourceLoader resources;

	private final Path workingDirectory;

	private final @Nullable String hibernate;

	EhcacheXmlLocator(ResourceLoader resources, Path workingDirectory) {
		this(resources, workingDirectory, null);
	}

	/**
	 * Creates a locator.
	 * @param hibernate the value of {@link #HIBERNATE}; {@code null} if there is none
	 */
	EhcacheXmlLocator(ResourceLoader resources, Path workingDirectory, @Nullable String hibernate) {
		this.resources = resources;
		this.workingDirectory = workingDirectory;
		this.hibernate = hibernate;
	}

	/**
	 * Reads the file.
	 * @param location where it is said to be; {@code null} or blank if nothing is said
	 * @return what it declares
	 * @throws dev.yoil.ehcache.xml.EhcacheXmlException if it is not there or wrong
	 */
	EhcacheXml read(@Nullable String location) {
		boolean named = StringUtils.hasText(location);
		Located file = StringUtils.hasText(location) ? named(location) : found();
		boolean hibernates = isOfHibernate(file.resource());
		try {
			EhcacheXml declared = EhcacheXml.read(file.name(), file.resource());
			if (hibernates) {
				LOG.warn("{}: {}", file.name(), THEIRS);
			}
			return declared;
		}
		catch (EhcacheXmlException ex) {
			throw hibernates ? ex.withRemedy(THEIRS) : named ? ex : ex.withRemedy(MAYBE_THEIRS + "\n\n" + ex.remedy());
		}
	}

	private Located named(String location) {
		if (!ResourceUtils.isUrl(location)) {
			return Located.of(new FileSystemResource(this.workingDirectory.resolve(location)));
		}
		Resource resource = this.resources.getResource(location);
		if (resource.isFile()) {
			try {
				return Located.of(new FileSystemResource(resource.getFilePath()));
			}
			catch (IOException ex) {
				// Then it is named as it was written.
			}
		}
		return new Located(location, resource);
	}

	private Located found() {
		String usual = usual();
		if (usual == null) {
			throw new EhcacheXmlException(NAME,
					"there is no such file, neither in " + this.workingDirectory + " nor in the class path.", SMALLEST);
		}
		return usual.equals(PACKAGED) ? new Located(PACKAGED, new ClassPathResource(NAME))
				: Located.of(new FileSystemResource(usual));
	}

	/**
	 * Hibernate takes a URL, or a resource of the class path.
	 */
	private boolean isOfHibernate(Resource resource) {
		if (this.hibernate == null) {
			return false;
		}
		String path = this.hibernate.replaceFirst("^(classpath:)?/*", "");
		Resource theirs = ResourceUtils.isUrl(path) ? this.resources.getResource(path) : new ClassPathResource(path);
		try {
			return theirs.getURI().equals(resource.getURI());
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * {@return what is read if nothing is said; {@code null} if there is no such file}
	 */
	@Nullable String usual() {
		Path own = this.workingDirectory.resolve(NAME);
		if (exists(own)) {
			return own.toString();
		}
		return new ClassPathResource(NAME).exists() ? PACKAGED : null;
	}

	/**
	 * A link that leads nowhere is a mistake, not an invitation to look elsewhere.
	 */
	private static boolean exists(Path file) {
		return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
	}

	/** A file, and how to name it in messages. */
	private record Located(String name, Resource resource) {

		static Located of(FileSystemResource file) {
			return new Located(file.getFile().toPath().toAbsolutePath().normalize().toString(), file);
		}

	}

}
