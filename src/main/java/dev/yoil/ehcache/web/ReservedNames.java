package dev.yoil.ehcache.web;

import java.util.Set;

/**
 * Names that no cache may have where caches are looked at over HTTP: what stands in the
 * place of a cache's name below {@code /api/v1/cache}.
 */
public final class ReservedNames {

	/** The findings of all caches. */
	static final String FINDINGS = "findings";

	/** All of them. */
	public static final Set<String> ALL = Set.of(FINDINGS);

	private ReservedNames() {
	}

}
