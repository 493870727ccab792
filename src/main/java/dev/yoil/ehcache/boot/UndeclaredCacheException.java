package dev.yoil.ehcache.boot;

import java.util.Collection;

/**
 * Refusal to start because an annotation names a cache that the configuration file does
 * not declare.
 */
final class UndeclaredCacheException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	private final String remedy;

	UndeclaredCacheException(String method, String name, String file, Collection<String> declared) {
		this(method + " names the cache '" + name + "', which " + file + " does not declare.",
				(declared.isEmpty() ? "It declares none." : "It declares: '" + String.join("', '", declared) + "'.")
						+ " Correct the name, or add <cache alias=\"" + name
						+ "\"><heap unit=\"entries\">1000</heap></cache>.");
	}

	private UndeclaredCacheException(String problem, String remedy) {
		super(problem + " " + remedy);
		this.problem = problem;
		this.remedy = remedy;
	}

	String problem() {
		return this.problem;
	}

	String remedy() {
		return this.remedy;
	}

}
