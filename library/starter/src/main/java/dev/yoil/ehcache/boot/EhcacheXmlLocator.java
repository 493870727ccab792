package dev.yoil.ehcache.boot;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.PropertyResolver;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ResourceUtils;
import org.springframework.util.StringUtils;

/**
 * A locator of the cache configuration file: at the configured location, else in the
 * working directory, else on the class path.
 */
final class EhcacheXmlLocator {

	private static final String NAME = "ehcache.xml";

	private static final String PACKAGED = ResourceUtils.CLASSPATH_URL_PREFIX + NAME;

	private static final String SMALLEST = """
			Create it in src/main/resources, with a <cache> for each cache name in the annotations:

			<config xmlns="http://www.ehcache.org/v3">
			  <cache alias="NAME">
			    <heap unit="entries">1000</heap>
			  </cache>
			</config>

			To use a file of another name, set yoil.ehcache.config.""";

	private static final String NAMESPACE = "urn:yoil:ehcache-policy";

	private static final String OTHER_LIBRARY = "If the file belongs to another library, such as Hibernate's second-level "
			+ "cache, set yoil.ehcache.config to a file of your own. Otherwise:\n\n";

	private final ResourceLoader resources;

	private final PropertyResolver properties;

	private final Path workingDirectory;

	EhcacheXmlLocator(ResourceLoader resources, PropertyResolver properties) {
		this(resources, properties, Path.of("").toAbsolutePath());
	}

	EhcacheXmlLocator(ResourceLoader resources, PropertyResolver properties, Path workingDirectory) {
		this.resources = resources;
		this.properties = properties;
		this.workingDirectory = workingDirectory;
	}

	/**
	 * Reads the file.
	 * @param location the configured location; {@code null} or blank if there is none
	 * @throws EhcacheXmlException if the file is missing or invalid
	 */
	EhcacheXml read(@Nullable String location) {
		if (StringUtils.hasText(location)) {
			Resource resource = ResourceUtils.isUrl(location) ? this.resources.getResource(location)
					: new FileSystemResource(this.workingDirectory.resolve(location));
			return resource.isFile() ? EhcacheXml.read(resource, this.properties)
					: EhcacheXml.read(location, resource, this.properties);
		}
		String found = find();
		if (found == null) {
			throw new EhcacheXmlException(NAME, "no such file in " + this.workingDirectory + " or on the class path.",
					SMALLEST);
		}
		Resource resource = found.equals(PACKAGED) ? new ClassPathResource(NAME) : new FileSystemResource(found);
		try {
			return found.equals(PACKAGED) ? EhcacheXml.read(PACKAGED, resource, this.properties)
					: EhcacheXml.read(resource, this.properties);
		}
		catch (EhcacheXmlException ex) {
			throw isOurs(resource) ? ex : ex.withRemedy(OTHER_LIBRARY + ex.remedy());
		}
	}

	/**
	 * {@return whether the file names the namespace of policies}
	 */
	private static boolean isOurs(Resource file) {
		try {
			return new String(EhcacheXml.content(NAME, file), StandardCharsets.UTF_8).contains(NAMESPACE);
		}
		catch (EhcacheXmlException ex) {
			return false;
		}
	}

	/**
	 * {@return the location of the file if none is configured; {@code null} if there is
	 * no file}
	 */
	@Nullable String find() {
		Path own = this.workingDirectory.resolve(NAME);
		// A dangling link is an error, not an absent file.
		if (Files.exists(own, LinkOption.NOFOLLOW_LINKS)) {
			return own.toString();
		}
		return new ClassPathResource(NAME).exists() ? PACKAGED : null;
	}

}
