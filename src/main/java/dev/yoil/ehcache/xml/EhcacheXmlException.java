package dev.yoil.ehcache.xml;

import org.jspecify.annotations.Nullable;

/**
 * Refusal of a cache configuration file: where it is wrong, what is wrong, and what to
 * write instead.
 */
public final class EhcacheXmlException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String place;

	private final String problem;

	private final String remedy;

	EhcacheXmlException(String file, int line, int column, String problem, String remedy) {
		this(file + ":" + line + ":" + column, problem, remedy, null);
	}

	/**
	 * Refuses a cache that is declared well, but cannot be used as it is.
	 */
	public EhcacheXmlException(EhcacheXml file, DeclaredCache cache, String problem, String remedy) {
		this(file.file() + ":" + cache.place().cache(), problem, remedy, null);
	}

	/**
	 * Refuses to be one of several instances.
	 */
	public EhcacheXmlException(EhcacheXml file, DeclaredCluster cluster, String problem, String remedy) {
		this(file.file() + ":" + cluster.line(), problem, remedy, null);
	}

	/**
	 * Refuses to share values.
	 */
	public EhcacheXmlException(EhcacheXml file, DeclaredTier tier, String problem, String remedy) {
		this(file.file() + ":" + tier.line(), problem, remedy, null);
	}

	/**
	 * Refuses a file that does not fit the application.
	 */
	public EhcacheXmlException(EhcacheXml file, String problem, String remedy) {
		this(file.file(), problem, remedy, null);
	}

	EhcacheXmlException(String place, String problem, String remedy, @Nullable Throwable cause) {
		super(place + ": " + problem + " " + remedy, cause);
		this.place = place;
		this.problem = problem;
		this.remedy = remedy;
	}

	/**
	 * {@return where the file is wrong: {@code file:line:column}, the last two counted
	 * from 1 and pointing at the end of the tag in question, or {@code file:line}; the
	 * file alone if it cannot be read at all}
	 */
	public String place() {
		return this.place;
	}

	/**
	 * {@return what is wrong, a full sentence}
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * {@return what to write instead, a full sentence}
	 */
	public String remedy() {
		return this.remedy;
	}

}
