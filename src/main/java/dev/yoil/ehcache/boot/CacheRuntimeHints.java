package dev.yoil.ehcache.boot;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * The files that an application which is compiled ahead of time has to keep.
 */
final class CacheRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
		hints.resources().registerPattern("ehcache.xml").registerPattern("dev/yoil/ehcache/internal/web/console/*");
	}

}
