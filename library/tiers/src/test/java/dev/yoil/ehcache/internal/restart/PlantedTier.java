package dev.yoil.ehcache.internal.restart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import dev.yoil.ehcache.internal.tier.DiskTier;
import dev.yoil.ehcache.internal.tier.LocalTier;
import dev.yoil.ehcache.internal.tier.TierValue;
import org.jspecify.annotations.Nullable;

import org.springframework.util.DigestUtils;

/**
 * {@link PlantedFault#NO_CHECKSUM} or {@link PlantedFault#AGE_FROM_START}: a tier with a
 * file for each value and nothing else.
 */
final class PlantedTier extends LocalTier {

	private final Path folder;

	/** Values are not older; 0 for the age that they have. */
	private final long oldest;

	PlantedTier(Path folder, long oldest) throws IOException {
		super(DiskTier.LEVEL, 0, "");
		this.folder = Files.createDirectories(folder);
		this.oldest = oldest;
	}

	private Path file(String name) {
		return this.folder.resolve(DigestUtils.md5DigestAsHex(name.getBytes(StandardCharsets.UTF_8)) + ".seg");
	}

	@Override
	protected byte @Nullable [] read(String name) {
		try {
			byte[] found = Files.readAllBytes(file(name));
			if (this.oldest == 0) {
				return found;
			}
			TierValue value = TierValue.of(found);
			return new TierValue(value.codec(), Math.max(this.oldest, value.readAt()),
					Math.max(this.oldest, value.madeAt()), value.bytes())
				.toBytes();
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
