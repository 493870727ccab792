package dev.yoil.ehcache.internal.tier;

import java.nio.file.Path;

/**
 * A choice of the directory of the disk tiers. Tests declare one as a bean, so that the
 * contexts of a JVM do not share a directory.
 */
@FunctionalInterface
public interface TierDirectory {

	/** The choice of the declared directory. */
	TierDirectory DECLARED = (declared) -> declared;

	/**
	 * {@return the directory to use}
	 * @param declared the directory in the file
	 */
	Path choose(Path declared);

}
