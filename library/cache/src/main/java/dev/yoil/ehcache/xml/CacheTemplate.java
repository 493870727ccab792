package dev.yoil.ehcache.xml;

import org.jspecify.annotations.Nullable;

import org.springframework.util.PatternMatchUtils;

/**
 * A template from which caches are created while the application runs.
 *
 * @param cache a cache of this template, with the name of the template
 * @param pattern the names of caches that are created when they are first used, with
 * {@code *} for any characters; {@code null} if only code creates caches of this template
 * @param max the maximum number of caches that are created
 */
public record CacheTemplate(DeclaredCache cache, @Nullable String pattern, int max) {

	/** The default of {@code max}. */
	static final int MAX = 100;

	/**
	 * {@return whether a cache of this name is created when it is first used}
	 */
	public boolean matches(String name) {
		return this.pattern != null && PatternMatchUtils.simpleMatch(this.pattern, name);
	}

	/**
	 * {@return a cache of this template}
	 * @throws IllegalStateException if the template has a tier below the heap, the scope
	 * {@code GLOBAL} or {@code depends}
	 */
	public DeclaredCache named(String name) {
		if (this.cache.needsStart()) {
			throw new IllegalStateException("Template '" + this.cache.name()
					+ "' has a tier, scope GLOBAL or depends, which needs the start of the application");
		}
		return this.cache.named(name);
	}

}
