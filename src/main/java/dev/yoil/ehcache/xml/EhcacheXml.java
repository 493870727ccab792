package dev.yoil.ehcache.xml;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;

/**
 * A cache configuration file that was read and found right.
 *
 * @param file how the file is named in messages
 * @param caches what it declares, in the order of the file
 * @param cluster that the instance is one of several; {@code null} if it is alone
 * @param warning what the file holds that has no effect and where, a sentence;
 * {@code null} if there is nothing of that kind
 */
public record EhcacheXml(String file, List<DeclaredCache> caches, @Nullable DeclaredCluster cluster,
		@Nullable String warning) {

	/**
	 * Creates the value with its own copy of the list.
	 */
	public EhcacheXml {
		caches = List.copyOf(caches);
	}

	/**
	 * Reads a file, which messages name by its path or, if it is none of the file system,
	 * by {@link Resource#getDescription()}.
	 * @throws EhcacheXmlException as {@link #read(String, Resource)} does
	 */
	public static EhcacheXml read(Resource resource) {
		try {
			return read(resource.isFile() ? resource.getFilePath().toAbsolutePath().normalize().toString()
					: resource.getDescription(), resource);
		}
		catch (IOException ex) {
			return read(resource.getDescription(), resource);
		}
	}

	/**
	 * Reads a file.
	 * @param file how to name it in messages
	 * @param resource where it is
	 * @return what it declares
	 * @throws EhcacheXmlException if it cannot be read or anything in it is wrong; it
	 * tells all that is
	 */
	public static EhcacheXml read(String file, Resource resource) {
		LocatedElement root = LocatedElementReader.read(file, content(file, resource),
				"Begin with <config xmlns=\"http://www.ehcache.org/v3\">.");
		if (Ehcache2.is(root)) {
			throw new Ehcache2(root).refusal(root);
		}
		Mistakes mistakes = new Mistakes();
		EhcacheXmlGrammar.check(root, mistakes);
		CacheDeclarations declarations = new CacheDeclarations(root, mistakes);
		DeclaredCluster cluster = declarations.cluster();
		List<DeclaredCache> caches = declarations.caches();
		if (!mistakes.isNone()) {
			throw mistakes.refusal();
		}
		return new EhcacheXml(file, caches, cluster, mistakes.warning(file));
	}

	private static byte[] content(String file, Resource resource) {
		try {
			return resource.getContentAsByteArray();
		}
		catch (IOException ex) {
			boolean missing = ex instanceof FileNotFoundException || ex instanceof NoSuchFileException;
			throw new EhcacheXmlException(
					List.of(new Mistake(file, 0, 0, missing ? "there is no such file." : "the file cannot be read.",
							(missing ? "Create it" : "Make it a plain file that the service may read")
									+ ", or correct yoil.ehcache.config.")),
					ex);
		}
	}

}
