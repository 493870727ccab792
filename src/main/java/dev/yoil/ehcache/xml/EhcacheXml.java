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
 */
public record EhcacheXml(String file, List<DeclaredCache> caches, @Nullable DeclaredCluster cluster) {

	/**
	 * Creates the value with its own copy of the list.
	 */
	public EhcacheXml {
		caches = List.copyOf(caches);
	}

	/**
	 * Reads a file.
	 * @param file how to name it in messages
	 * @param resource where it is
	 * @return what it declares
	 * @throws EhcacheXmlException if it cannot be read or anything in it is wrong
	 */
	public static EhcacheXml read(String file, Resource resource) {
		LocatedElement root = LocatedElementReader.read(file, content(file, resource));
		EhcacheXmlGrammar.check(root);
		return new EhcacheXml(file, CacheDeclarations.of(root), EhcacheXmlGrammar.cluster(root));
	}

	private static byte[] content(String file, Resource resource) {
		try {
			return resource.getContentAsByteArray();
		}
		catch (FileNotFoundException | NoSuchFileException ex) {
			throw new EhcacheXmlException(file, "there is no such file.", "Create it, or correct yoil.ehcache.config.",
					ex);
		}
		catch (IOException ex) {
			throw new EhcacheXmlException(file, "the file cannot be read.",
					"Make it a plain file that the service may read, or correct yoil.ehcache.config.", ex);
		}
	}

}
