package dev.yoil.ehcache.boot;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Runtime hints for the resources of a native image.
 */
final class CacheRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
		hints.resources().registerPattern("ehcache.xml").registerPattern("dev/yoil/ehcache/internal/web/console/*");
	}

}
