package dev.yoil.ehcache.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.yoil.ehcache.internal.tier.TierDirectory;
import org.jspecify.annotations.Nullable;

import org.springframework.util.FileSystemUtils;

/**
 * The directory of the disk tiers of one context: a temporary one, because the contexts
 * of a JVM stay open beside each other. It is created when a tier needs it, and deleted
 * with the context.
 */
final class TestTierDirectory implements TierDirectory, AutoCloseable {

	private @Nullable Path created;

	@Override
	public synchronized Path choose(Path declared) {
		if (this.created == null) {
			try {
				this.created = Files.createTempDirectory("yoil-ehcache-test");
			}
			catch (IOException ex) {
				throw new UncheckedIOException("Cannot create a directory for the disk tiers", ex);
			}
		}
		return this.created;
	}

	@Override
	public synchronized void close() throws IOException {
		FileSystemUtils.deleteRecursively(this.created);
	}

}
