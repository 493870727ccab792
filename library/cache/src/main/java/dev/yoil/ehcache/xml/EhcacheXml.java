package dev.yoil.ehcache.xml;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.core.env.PropertyResolver;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.Resource;
import org.springframework.util.PlaceholderResolutionException;

/**
 * The valid content of a cache configuration file.
 *
 * @param file the name of the file in messages
 * @param caches the declared caches, in the order of the file
 * @param templates the templates from which caches can be created, in the order of the
 * file: those with a heap
 * @param cluster the settings of an instance that shares a database with others;
 * {@code null} for a single instance
 * @param persistence the place of the disk tiers; {@code null} if there is none, and then
 * no cache has a disk tier
 * @param warning a sentence that lists what has no effect in the file, with lines;
 * {@code null} if all has
 */
public record EhcacheXml(String file, List<DeclaredCache> caches, List<CacheTemplate> templates,
		@Nullable DeclaredCluster cluster, @Nullable Persistence persistence, @Nullable String warning) {

	/**
	 * Creates the value with its own copies of the lists.
	 */
	public EhcacheXml {
		caches = List.copyOf(caches);
		templates = List.copyOf(templates);
	}

	/**
	 * The place of the disk tiers.
	 *
	 * @param directory the path, with placeholders replaced; not blank
	 * @param line the line of the declaration, from 1
	 */
	public record Persistence(String directory, int line) {
	}

	/**
	 * Reads a file. Messages name it by its path, or by {@link Resource#getDescription()}
	 * if it is not in the file system. Placeholders read system properties and
	 * environment variables.
	 * @throws EhcacheXmlException if it cannot be read or has errors; it lists all of
	 * them
	 */
	public static EhcacheXml read(Resource resource) {
		return read(resource, new StandardEnvironment());
	}

	/**
	 * Reads a file. Messages name it by its path, or by {@link Resource#getDescription()}
	 * if it is not in the file system.
	 * @param properties the values of placeholders such as {@code ${app.ttl:200s}}
	 * @throws EhcacheXmlException if it cannot be read or has errors; it lists all of
	 * them
	 */
	public static EhcacheXml read(Resource resource, PropertyResolver properties) {
		String file = resource.getDescription();
		try {
			file = resource.isFile() ? resource.getFilePath().toAbsolutePath().normalize().toString() : file;
		}
		catch (IOException ex) {
			// The description names it as well.
		}
		return read(file, resource, properties);
	}

	/**
	 * Reads a file. Placeholders read system properties and environment variables.
	 * @param file the name of the file in messages
	 * @throws EhcacheXmlException if it cannot be read or has errors; it lists all of
	 * them
	 */
	public static EhcacheXml read(String file, Resource resource) {
		return read(file, resource, new StandardEnvironment());
	}

	/**
	 * Reads a file.
	 * @param file the name of the file in messages
	 * @param properties the values of placeholders such as {@code ${app.ttl:200s}}
	 * @throws EhcacheXmlException if it cannot be read or has errors; it lists all of
	 * them
	 */
	public static EhcacheXml read(String file, Resource resource, PropertyResolver properties) {
		LocatedElement root = LocatedElementReader.read(file, content(file, resource),
				(element, written) -> resolved(element, written, properties),
				"Begin with <config xmlns=\"http://www.ehcache.org/v3\">.");
		if (Ehcache2.is(root)) {
			throw new Ehcache2(root).exception();
		}
		EhcacheXmlGrammar.check(root);
		CacheDeclarations declarations = new CacheDeclarations(root);
		DeclaredCluster cluster = declarations.cluster();
		Persistence persistence = declarations.persistence();
		List<DeclaredCache> caches = declarations.caches();
		List<CacheTemplate> templates = declarations.templates();
		List<XmlError> errors = root.document().errors();
		if (!errors.isEmpty()) {
			throw EhcacheXmlException.of(errors);
		}
		return new EhcacheXml(file, caches, templates, cluster, persistence, root.document().warning());
	}

	private static @Nullable String resolved(LocatedElement element, String written, PropertyResolver properties) {
		try {
			String text = properties.resolveRequiredPlaceholders(written);
			return (text.contains("${") && !written.contains("\\${")) ? element
				.wrong("the placeholder in \"" + written + "\" does not end.", "Write ${name} or ${name:10m}.") : text;
		}
		catch (PlaceholderResolutionException ex) {
			String name = Objects.requireNonNullElse(ex.getPlaceholder(), written);
			return String.valueOf(ex.getMessage()).startsWith("Circular")
					? element.wrong("the property " + name + " refers to itself.", "Write a value into it.")
					: element.wrong("the property " + name + " is not set.",
							"Set it, for example with -D" + name + "=..., or write the value here.");
		}
	}

	/**
	 * Returns these declarations with the changes to others that can be applied while the
	 * caches are in use.
	 */
	public EhcacheXml changedTo(EhcacheXml next) {
		Map<String, DeclaredCache> present = byName();
		List<DeclaredCache> running = new ArrayList<>();
		for (DeclaredCache cache : next.caches) {
			DeclaredCache known = present.remove(cache.name());
			if (known != null || !cache.needsStart()) {
				running.add((known != null) ? known.changedTo(cache) : cache);
			}
		}
		present.values().stream().filter(DeclaredCache::needsStart).forEach(running::add);
		return new EhcacheXml(next.file, running, next.templates, this.cluster, this.persistence, next.warning);
	}

	/**
	 * {@return the caches by name, as a new map in the order of the file}
	 */
	public Map<String, DeclaredCache> byName() {
		Map<String, DeclaredCache> named = new LinkedHashMap<>();
		this.caches.forEach((cache) -> named.put(cache.name(), cache));
		return named;
	}

	/**
	 * {@return the template with the given name; {@code null} if there is none}
	 */
	public @Nullable CacheTemplate template(String name) {
		return this.templates.stream().filter((one) -> one.cache().name().equals(name)).findFirst().orElse(null);
	}

	/**
	 * {@return whether a cache of this name is declared, or is created when it is first
	 * used}
	 */
	public boolean declares(String name) {
		return byName().containsKey(name) || this.templates.stream().anyMatch((template) -> template.matches(name));
	}

	/**
	 * Returns the content of a file: of a regular file, or of a resource that is not in
	 * the file system.
	 * @param file the name of the file in messages
	 * @throws EhcacheXmlException if it cannot be read or is larger than 1 MB
	 */
	public static byte[] content(String file, Resource resource) {
		try {
			return resource.isFile() ? FileContent.read(file, resource.getFilePath())
					: FileContent.read(file, resource.getInputStream());
		}
		catch (IOException ex) {
			boolean missing = ex instanceof FileNotFoundException || ex instanceof NoSuchFileException;
			throw new EhcacheXmlException(
					new XmlError(file, 0, 0, missing ? "there is no such file." : "the file cannot be read.",
							(missing ? "Create it" : "Make it a plain file that the service may read")
									+ ", or correct yoil.ehcache.config."),
					ex);
		}
	}

}
