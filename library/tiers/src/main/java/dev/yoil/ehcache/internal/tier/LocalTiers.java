package dev.yoil.ehcache.internal.tier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.EncodedName;
import dev.yoil.ehcache.internal.failure.Causes;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.ehcache.StateTransitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.FileSystemUtils;

/**
 * The off-heap and disk tiers of all caches, and the directory of the disk tiers. One
 * process at a time may use the directory. Thread-safe once open.
 */
public final class LocalTiers implements AutoCloseable {

	private static final Logger LOG = LoggerFactory.getLogger(LocalTiers.class);

	private static final String LOCK = "lock";

	private static final String VERSIONS = "versions";

	/** The suffix of the directory of a tier. */
	private static final String FILES = ".tier";

	private final EhcacheXml declared;

	private final TierDirectory place;

	private final @Nullable Path directory;

	private final String build;

	private final SignedValues signatures;

	private final List<AutoCloseable> open = new ArrayList<>();

	/**
	 * Opens the directory, but no tier.
	 * @param build returns the build of the application: another build may not be able to
	 * read the values, or may compute different ones
	 * @param signatures signs the values on disk
	 * @param place chooses the directory
	 * @throws EhcacheXmlException if another process uses the directory, or it cannot be
	 * written
	 */
	public LocalTiers(EhcacheXml declared, Supplier<String> build, SignedValues signatures, TierDirectory place) {
		this.declared = declared;
		this.signatures = signatures;
		this.place = place;
		this.build = persistent().isEmpty() ? "" : build.get();
		boolean disk = declared.caches().stream().anyMatch((cache) -> cache.disk() != null);
		EhcacheXml.Persistence persistence = declared.persistence();
		boolean used = persistence != null && (disk || Files.exists(path(persistence).resolve(LOCK)));
		Path locked = (persistence != null && used) ? lock(persistence) : null;
		if (locked != null) {
			removeOutdated(locked, persistent());
		}
		this.directory = disk ? locked : null;
	}

	/**
	 * Removes all tiers from the directory, for a run without tiers: its changes
	 * increment no versions. Creates nothing.
	 */
	public static void removeOutdated(EhcacheXml declared, TierDirectory place) {
		new LocalTiers(declared, () -> "", new SignedValues((parts) -> null), place).close();
	}

	private Path path(EhcacheXml.Persistence persistence) {
		return this.place.choose(Path.of(persistence.directory())).toAbsolutePath();
	}

	private Path lock(EhcacheXml.Persistence persistence) {
		Path path = path(persistence);
		try {
			Files.createDirectories(path);
			FileChannel channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE);
			this.open.add(channel);
			FileLock lock = channel.tryLock();
			if (lock != null) {
				return path;
			}
		}
		catch (OverlappingFileLockException ex) {
			LOG.debug("This process has locked {} already", path, ex);
		}
		catch (IOException ex) {
			close();
			throw new EhcacheXmlException(this.declared, persistence.line(),
					"the directory " + path + " of the disk tier cannot be written: " + ex + ".",
					"Make it writable, or name another one in <persistence directory=\"...\"/>.");
		}
		close();
		throw new EhcacheXmlException(this.declared, persistence.line(),
				"the directory " + path + " of the disk tier is in use by another process or application context.",
				"Stop the other one, or name another directory in <persistence directory=\"...\"/>.");
	}

	/** Returns the names of the directories of persistent disk tiers. */
	private Set<String> persistent() {
		return this.declared.caches()
			.stream()
			.filter((cache) -> cache.disk() != null && cache.disk().persistent())
			.map((cache) -> EncodedName.of(cache.name()) + FILES)
			.collect(Collectors.toSet());
	}

	/**
	 * Removes the files of other caches: changes of their values do not always increment
	 * versions.
	 */
	private static void removeOutdated(Path path, Set<String> kept) {
		try (Stream<Path> children = Files.list(path)) {
			for (Path child : children.toList()) {
				String name = child.getFileName().toString();
				if (name.endsWith(FILES) && !kept.contains(name)) {
					FileSystemUtils.deleteRecursively(child);
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot remove outdated files of " + path, ex);
		}
	}

	/**
	 * Chooses where a single instance keeps the versions of its regions: in memory if no
	 * disk tier is persistent, else in the table of the database, else in a file beside
	 * the tiers.
	 * @param <T> the type of tables
	 * @param database returns the table of the database, {@code null} if it has none
	 * @param local opens the table in a file or, without one, creates it in memory
	 * @throws RuntimeException if the database cannot be read and there is no file
	 */
	public <T> T versions(Supplier<? extends @Nullable T> database, Function<@Nullable Path, T> local) {
		if (this.directory == null || persistent().isEmpty()) {
			return local.apply(null);
		}
		Path file = this.directory.resolve(VERSIONS);
		T table = null;
		try {
			table = database.get();
		}
		catch (RuntimeException ex) {
			if (ex instanceof EhcacheXmlException || !Files.exists(file)) {
				throw ex;
			}
			LOG.warn("The database cannot be read. Versions of regions are kept in {}, as before.", file, ex);
		}
		if (table == null) {
			LOG.info("Versions of regions are kept in {}", file);
			T own = local.apply(file);
			if (own instanceof AutoCloseable closed) {
				this.open.add(closed);
			}
			return own;
		}
		if (Files.exists(file)) {
			// The database does not have the versions of the last run.
			removeOutdated(this.directory, Set.of());
			boolean unused = file.toFile().delete();
		}
		LOG.info("Versions of regions are kept in the database");
		return table;
	}

	/**
	 * Opens the tiers of a cache, in the order in which loads ask them. Call this once.
	 */
	public List<LocalTier> open(DeclaredCache cache) {
		List<LocalTier> opened = new ArrayList<>();
		if (cache.offHeapBytes() != null) {
			opened.add(offHeap(cache, cache.offHeapBytes()));
		}
		DeclaredCache.Disk disk = cache.disk();
		if (disk != null && this.directory != null) {
			Path files = this.directory.resolve(EncodedName.of(cache.name()) + FILES);
			opened.add(disk(files, disk.bytes()));
		}
		this.open.addAll(opened);
		opened.stream()
			.map(LocalTier::statistics)
			.forEach((tier) -> LOG.info("Cache {}: {} opened with {} values in {} ms", cache.name(), tier.level(),
					tier.entries(), tier.openMillis()));
		return opened;
	}

	private LocalTier disk(Path files, long bytes) {
		try {
			return new DiskTier(files, bytes, this.build, this.signatures);
		}
		catch (UncheckedIOException ex) {
			EhcacheXml.Persistence persistence = Objects.requireNonNull(this.declared.persistence());
			throw new EhcacheXmlException(this.declared, persistence.line(),
					"the directory " + files + " of the disk tier cannot be used: " + ex.getCause() + ".",
					"Make it readable and writable for the user of this process, or delete it.");
		}
	}

	private LocalTier offHeap(DeclaredCache cache, long bytes) {
		try {
			return new OffHeapTier(bytes, this.build);
		}
		catch (StateTransitionException ex) {
			throw new EhcacheXmlException(this.declared, cache.place().offHeap(),
					"the JVM cannot allocate the off-heap memory of cache '" + cache.name() + "' ("
							+ Causes.root(ex).getMessage() + ").",
					"Raise -XX:MaxDirectMemorySize, which is the maximum heap by default, or declare less.");
		}
	}

	/**
	 * {@return whether these are the tiers of the caches of a file}
	 */
	public boolean areFor(EhcacheXml file) {
		return this.declared.equals(file);
	}

	/** Closes the tiers first, and the lock last. */
	@Override
	public void close() {
		while (!this.open.isEmpty()) {
			AutoCloseable last = this.open.remove(this.open.size() - 1);
			try {
				last.close();
			}
			catch (Exception ex) {
				LOG.warn("Failed to close {}", last, ex);
			}
		}
	}

}
