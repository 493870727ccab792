package dev.yoil.ehcache.internal.restart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import dev.yoil.ehcache.internal.tier.DiskTier;
import dev.yoil.ehcache.internal.tier.LocalTier;
import org.jspecify.annotations.Nullable;

import org.springframework.util.DigestUtils;

/**
 * {@link PlantedFault#NO_CHECKSUM}: a tier with a file for each value and nothing else.
 */
final class UncheckedTier extends LocalTier {

	private final Path folder;

	UncheckedTier(Path folder) {
		super(DiskTier.LEVEL, 0, "");
		try {
			this.folder = Files.createDirectories(folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Path file(String name) {
		return this.folder.resolve(DigestUtils.md5DigestAsHex(name.getBytes(StandardCharsets.UTF_8)) + ".seg");
	}

	@Override
	protected byte @Nullable [] read(String name) {
		try {
			return Files.exists(file(name)) ? Files.readAllBytes(file(name)) : null;
		}
		catch (IOException ex) {
			return null;
		}
	}

	@Override
	protected synchronized boolean write(String name, byte[] value) {
		try {
			Path written = Files.write(this.folder.resolve("new"), value);
			Files.move(written, file(name), StandardCopyOption.ATOMIC_MOVE);
			return true;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	protected void delete(String name) {
		boolean unused = file(name).toFile().delete();
	}

	@Override
	protected boolean has(String name) {
		return Files.exists(file(name));
	}

	@Override
	protected Usage usage() {
		return new Usage(0, 0, 0);
	}

	@Override
	public void close() {
		// Nothing is open.
	}

}
