package dev.yoil.ehcache.internal.region;

import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

import dev.yoil.ehcache.internal.tx.Transactions;
import dev.yoil.ehcache.region.RegionIncrement;
import dev.yoil.ehcache.region.RegionRead;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The versions of regions of a single instance: in memory, and in a file if a disk tier
 * is persistent. A version is in the file before the transaction of its change commits.
 * The version of a change that was rolled back only causes misses.
 * <p>
 * The file is not forced to the disk at each change. After a crash of the machine, and
 * outside of Linux after a kill, it counts as lost. Then the table begins with a new
 * {@linkplain RegionTable#SECRET secret}, under which no earlier value is found.
 * Thread-safe.
 */
public final class LocalRegionTable implements RegionTable, AutoCloseable {

	private static final Logger LOG = LoggerFactory.getLogger(LocalRegionTable.class);

	/** The record whose tag is the boot id under which the file was written. */
	private static final String BOOT = "#boot";

	/** The last record of a file that was forced to the disk and closed. */
	private static final String CLOSED = "#closed";

	/** Linux generates a new id at each boot. */
	private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

	/** The file is rewritten when it has more than this many records per version. */
	private static final int WASTE = 8;

	private static final int MIN_RECORDS = 10_000;

	private final Map<String, RegionVersion> rows = new HashMap<>();

	private final Clock clock = Clock.systemUTC();

	private final @Nullable UUID boot;

	/** {@code null} if the versions are in memory only. */
	private @Nullable Path file;

	/** {@code null} before the first write. Not a channel, which an interrupt closes. */
	private @Nullable FileOutputStream out;

	private long records;

	private LocalRegionTable(@Nullable Path file, @Nullable UUID boot) {
		this.file = file;
		this.boot = boot;
	}

	/**
	 * Creates a table in memory, for tiers that do not survive a restart.
	 */
	public static LocalRegionTable inMemory() {
		LocalRegionTable table = new LocalRegionTable(null, null);
		table.rows.put(SECRET, table.newVersion(0));
		return table;
	}

	/**
	 * Opens the table in a file, which no other process may use. If the file cannot be
	 * written, the versions are in memory only.
	 */
	public static LocalRegionTable open(Path file) {
		return open(file, LocalRegionTable::bootId);
	}

	static LocalRegionTable open(Path file, Supplier<@Nullable UUID> bootId) {
		LocalRegionTable table = new LocalRegionTable(file, bootId.get());
		if (!table.recover(file)) {
			table.rows.clear();
		}
		table.removeBeyondHorizon();
		table.rows.putIfAbsent(SECRET, table.newVersion(0));
		table.write(Map.of());
		return table;
	}

	/**
	 * Creates the version after another one. Its number is the time, so that a region
	 * whose row was removed does not count from the beginning again.
	 */
	private RegionVersion newVersion(long previous) {
		return new RegionVersion(Math.max(previous + 1, ChronoUnit.MICROS.between(Instant.EPOCH, this.clock.instant())),
				UUID.randomUUID());
	}

	private static @Nullable UUID bootId() {
		try {
			return UUID.fromString(Files.readString(BOOT_ID).strip());
		}
		catch (IOException | IllegalArgumentException ex) {
			return null;
		}
	}

	/**
	 * Reads all records.
	 * @return {@code false} if records may be missing
	 */
	private boolean recover(Path file) {
		String last = "";
		try {
			for (String line : Files.readString(file).split("(?<=\n)", -1)) {
				String[] parts = line.strip().split(" ", -1);
				if (line.isEmpty()) {
					break;
				}
				last = URLDecoder.decode(parts[0], StandardCharsets.UTF_8);
				RegionVersion version = new RegionVersion(Long.parseLong(parts[1]), UUID.fromString(parts[2]));
				if (!line.equals(line(last, version))) {
					return false;
				}
				this.rows.put(last, version);
			}
		}
		catch (IOException | IllegalArgumentException | ArrayIndexOutOfBoundsException ex) {
			LOG.debug("No versions of regions can be read", ex);
			return false;
		}
		RegionVersion writtenIn = this.rows.remove(BOOT);
		this.rows.remove(CLOSED);
		return last.equals(CLOSED) || (writtenIn != null && writtenIn.tag().equals(this.boot));
	}

	/** Returns a record: region, number, tag and checksum. */
	private static String line(String region, RegionVersion version) {
		String record = URLEncoder.encode(region, StandardCharsets.UTF_8) + " " + version.number() + " "
				+ version.tag();
		CRC32C checksum = new CRC32C();
		checksum.update(record.getBytes(StandardCharsets.US_ASCII));
		return record + " " + checksum.getValue() + "\n";
	}

	private static byte[] lines(Map<String, RegionVersion> versions) {
		return versions.entrySet()
			.stream()
			.map((version) -> line(version.getKey(), version.getValue()))
			.collect(Collectors.joining())
			.getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * Appends versions, or rewrites the file. If that fails, deletes the file, so that
	 * the next run finds no values of this one.
	 */
	private void write(Map<String, RegionVersion> versions) {
		if (this.file == null) {
			return;
		}
		try {
			this.records += versions.size();
			if (this.out == null || (this.records > MIN_RECORDS && this.records > (long) WASTE * this.rows.size())) {
				rewrite(this.file);
			}
			else {
				this.out.write(lines(versions));
			}
		}
		catch (IOException ex) {
			LOG.error("Failed to write {}. The disk tier works on, and is empty after the next start.", this.file, ex);
			delete(this.file);
			this.file = null;
		}
	}

	private void delete(Path lost) {
		try (FileOutputStream ended = this.out) {
			List.of(lost, next(lost)).forEach((each) -> each.toFile().delete());
		}
		catch (IOException ex) {
			LOG.debug("Failed to close {}", lost, ex);
		}
	}

	private static Path next(Path file) {
		return file.resolveSibling(file.getFileName() + ".new");
	}

	/** Replaces the file with one that has one record for each version. */
	private void rewrite(Path old) throws IOException {
		Map<String, RegionVersion> all = new HashMap<>(this.rows);
		if (this.boot != null) {
			all.put(BOOT, new RegionVersion(1, this.boot));
		}
		FileOutputStream written = new FileOutputStream(next(old).toFile());
		try (FileOutputStream replaced = this.out) {
			this.out = written;
			written.write(lines(all));
			written.getFD().sync();
			Files.move(next(old), old, StandardCopyOption.ATOMIC_MOVE);
		}
		this.records = all.size();
	}

	@Override
	public boolean isPartOfTransaction() {
		return Transactions.isActive();
	}

	@Override
	public synchronized Map<String, RegionIncrement> increment(SortedSet<String> regions) {
		Map<String, RegionIncrement> increments = new HashMap<>();
		Map<String, RegionVersion> versions = new HashMap<>();
		for (String region : regions) {
			RegionVersion before = this.rows.get(region);
			long previous = (before != null) ? before.number() : 0;
			RegionVersion version = newVersion(previous);
			versions.put(region, version);
			increments.put(region, new RegionIncrement(version, previous));
		}
		this.rows.putAll(versions);
		write(versions);
		return increments;
	}

	/**
	 * Runs the task at once if it need not wait: this table needs no connection that the
	 * calling thread may hold.
	 */
	@Override
	public boolean runLater(Runnable task, Duration delay) {
		if (delay.isZero()) {
			task.run();
		}
		else {
			// Only after an unexpected failure. The JDK owns the thread.
			CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS).execute(task);
		}
		return true;
	}

	@Override
	public void wakeOthers(Map<String, RegionVersion> committed) {
		// There are no other instances.
	}

	@Override
	public synchronized RegionRead read(@Nullable RegionRead last, Consumer<Map<String, RegionVersion>> parts) {
		Map<String, RegionVersion> versions = new HashMap<>(this.rows);
		RegionVersion horizon = versions.remove(HORIZON);
		parts.accept(versions);
		return RegionRead.ofAll((horizon != null) ? horizon.number() : 0);
	}

	@Override
	public synchronized void prune(int kept) {
		long[] numbers = this.rows.values().stream().mapToLong(RegionVersion::number).sorted().toArray();
		if (numbers.length <= kept) {
			return;
		}
		RegionVersion horizon = new RegionVersion(numbers[numbers.length - kept], UUID.randomUUID());
		this.rows.put(HORIZON, horizon);
		removeBeyondHorizon();
		write(Map.of(HORIZON, horizon));
	}

	private void removeBeyondHorizon() {
		RegionVersion horizon = this.rows.get(HORIZON);
		if (horizon != null) {
			this.rows.entrySet()
				.removeIf((row) -> row.getValue().number() < horizon.number() && !row.getKey().equals(SECRET));
		}
	}

	/**
	 * Forces the file to the disk. Later versions are in memory only.
	 */
	@Override
	public synchronized void close() {
		try (FileOutputStream ended = (this.file != null) ? this.out : null) {
			if (ended != null) {
				ended.write(lines(Map.of(CLOSED, newVersion(0))));
				ended.getFD().sync();
			}
		}
		catch (IOException ex) {
			LOG.warn("Failed to close {}; the disk tier may be empty after the next start", this.file, ex);
		}
		this.file = null;
	}

}
