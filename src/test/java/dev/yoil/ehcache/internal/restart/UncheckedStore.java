package dev.yoil.ehcache.internal.restart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import dev.yoil.ehcache.internal.tier.ByteStore;
import org.jspecify.annotations.Nullable;

import org.springframework.util.DigestUtils;

/**
 * {@link PlantedFault#NO_CHECKSUM}: a store with a file for each value and nothing else.
 */
final class UncheckedStore implements ByteStore {

	private final Path folder;

	UncheckedStore(Path folder) {
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
	public byte @Nullable [] get(String name) {
		try {
			return Files.exists(file(name)) ? Files.readAllBytes(file(name)) : null;
		}
		catch (IOException ex) {
			return null;
		}
	}

	@Override
	public synchronized void put(String name, byte[] value) {
		try {
			Path written = Files.write(this.folder.resolve("new"), value);
			Files.move(written, file(name), StandardCopyOption.ATOMIC_MOVE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public long entries() {
		return 0;
	}

	@Override
	public long bytes() {
		return 0;
	}

	@Override
	public long evictions() {
		return 0;
	}

	@Override
	public long failures() {
		return 0;
	}

	@Override
	public boolean isAvailable() {
		return true;
	}

	@Override
	public void close() {
		// Nothing is open.
	}

}
