package dev.yoil.ehcache.internal.region;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

import dev.yoil.ehcache.internal.tx.Transactions;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The versions of regions of a single instance without a table in its database: in
 * memory, and in a file beside a disk tier. A version is in the file before the
 * transaction of its change commits, so a killed process never forgets a change. A
 * version whose change was rolled back does no harm.
 * <p>
 * The file is not forced to the disk at each change. After a crash of the machine it
 * counts as lost: then the table begins with a new {@linkplain RegionTable#SECRET
 * secret}, under which no earlier value is found. Thread-safe.
 */
public final class LocalRegionTable implements RegionTable, AutoCloseable {

	private static final Logger LOG = LoggerFactory.getLogger(LocalRegionTable.class);

	/** Its tag identifies the start of the machine that the file was written in. */
	private static final String BOOT = "#boot";

	/** The last record of a file that was forced to the disk and closed. */
	private static final String CLOSED = "#closed";

	/** Linux draws another id at each start of the machine. */
	private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

	/** The file is rewritten when it has so many times more records than versions. */
	private static final int WASTE = 8;

	private static final int MIN_RECORDS = 10_000;

	private final Map<String, RegionVersion> rows = new HashMap<>();

	private final @Nullable Path file;

	private final @Nullable UUID boot;

	/** {@code null} if the versions are in memory only. */
	private @Nullable FileOutputStream out;

	private long records;

	private LocalRegionTable(@Nullable Path file, @Nullable UUID boot) {
		this.file = file;
		this.boot = boot;
	}

	/**
	 * Creates a table in memory, for tiers that end with the process.
	 */
	public static LocalRegionTable inMemory() {
		LocalRegionTable table = new LocalRegionTable(null, null);
		table.rows.put(SECRET, new RegionVersion(1, UUID.randomUUID()));
		return table;
	}

	/**
	 * Opens the table in a file, which no other process may use.
	 * @throws UncheckedIOException if the file cannot be written
	 */
	public static LocalRegionTable open(Path file) {
		return open(file, LocalRegionTable::bootId);
	}

	static LocalRegionTable open(Path file, Supplier<@Nullable UUID> bootId) {
		LocalRegionTable table = new LocalRegionTable(file, bootId.get());
		try {
			if (Files.exists(file) && !table.recover(Files.readAllBytes(file))) {
				table.rows.clear();
			}
			table.rows.putIfAbsent(SECRET, new RegionVersion(1, UUID.randomUUID()));
			table.rewrite();
			return table;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot write the versions of regions to " + file, ex);
		}
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
	 * @return whether no record can be missing
	 */
	private boolean recover(byte[] content) {
		ByteBuffer left = ByteBuffer.wrap(content);
		String last = "";
		while (left.hasRemaining()) {
			int length = (left.remaining() >= 2 * Integer.BYTES) ? left.getInt() : -1;
			int checksum = (length >= 0) ? left.getInt() : 0;
			if (length < 0 || length > left.remaining()) {
				return false;
			}
			byte[] record = new byte[length];
			left.get(record);
			if (checksum(record) != checksum) {
				return false;
			}
			try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(record))) {
				last = in.readUTF();
				this.rows.put(last, new RegionVersion(in.readLong(), new UUID(in.readLong(), in.readLong())));
			}
			catch (IOException ex) {
				return false;
			}
		}
		RegionVersion writtenIn = this.rows.remove(BOOT);
		this.rows.remove(CLOSED);
		return last.equals(CLOSED) || (writtenIn != null && writtenIn.tag().equals(this.boot));
	}

	private static int checksum(byte[] record) {
		CRC32C checksum = new CRC32C();
		checksum.update(record);
		return (int) checksum.getValue();
	}

	/** Writes a file with one record for each version, and replaces the old one by it. */
	private void rewrite() throws IOException {
		if (this.file == null) {
			return;
		}
		Map<String, RegionVersion> all = new HashMap<>(this.rows);
		if (this.boot != null) {
			all.put(BOOT, new RegionVersion(1, this.boot));
		}
		Path next = this.file.resolveSibling(this.file.getFileName() + ".new");
		// Not a channel, which an interrupted thread would close.
		FileOutputStream written = new FileOutputStream(next.toFile());
		written.write(bytes(all));
		written.getFD().sync();
		Files.move(next, this.file, StandardCopyOption.ATOMIC_MOVE);
		if (this.out != null) {
			this.out.close();
		}
		this.out = written;
		this.records = all.size();
	}

	private static byte[] bytes(Map<String, RegionVersion> versions) throws IOException {
		ByteArrayOutputStream all = new ByteArrayOutputStream();
		for (Map.Entry<String, RegionVersion> version : versions.entrySet()) {
			ByteArrayOutputStream record = new ByteArrayOutputStream();
			try (DataOutputStream out = new DataOutputStream(record)) {
				out.writeUTF(version.getKey());
				out.writeLong(version.getValue().number());
				out.writeLong(version.getValue().tag().getMostSignificantBits());
				out.writeLong(version.getValue().tag().getLeastSignificantBits());
			}
			byte[] bytes = record.toByteArray();
			all.writeBytes(ByteBuffer.allocate(2 * Integer.BYTES).putInt(bytes.length).putInt(checksum(bytes)).array());
			all.writeBytes(bytes);
		}
		return all.toByteArray();
	}

	@Override
	public boolean isPartOfTransaction() {
		return Transactions.isActive();
	}

	@Override
	public synchronized Map<String, RegionVersion> increment(SortedSet<String> regions) {
		Map<String, RegionVersion> incremented = new HashMap<>();
		for (String region : regions) {
			RegionVersion before = this.rows.get(region);
			incremented.put(region, new RegionVersion((before != null) ? before.number() + 1 : 1, UUID.randomUUID()));
		}
		this.rows.putAll(incremented);
		append(incremented);
		return incremented;
	}

	/** After a failure there is no file, so nothing of this run is found by the next. */
	private void append(Map<String, RegionVersion> versions) {
		if (this.out == null || this.file == null) {
			return;
		}
		try {
			this.out.write(bytes(versions));
			this.records += versions.size();
			if (this.records > MIN_RECORDS && this.records > (long) WASTE * this.rows.size()) {
				rewrite();
			}
		}
		catch (IOException ex) {
			LOG.error("Failed to write {}. The disk tier works on, and is empty after the next start.", this.file, ex);
			this.out = null;
			boolean unused = this.file.toFile().delete();
		}
	}

	/** Lets the next write fail, for tests. */
	void breakFile() throws IOException {
		if (this.out != null) {
			this.out.close();
		}
	}

	@Override
	public void incrementLater(SortedSet<String> regions, Consumer<Map<String, RegionVersion>> listener) {
		listener.accept(increment(regions));
	}

	@Override
	public void wakeOthers(Map<String, RegionVersion> committed) {
		// There are no other instances.
	}

	@Override
	public synchronized Map<String, RegionVersion> read() {
		return Map.copyOf(this.rows);
	}

	/**
	 * Forces the file to the disk. Later versions are in memory only.
	 */
	@Override
	public synchronized void close() {
		try (FileOutputStream ended = this.out) {
			this.out = null;
			if (ended != null) {
				ended.write(bytes(Map.of(CLOSED, new RegionVersion(1, UUID.randomUUID()))));
				ended.getFD().sync();
			}
		}
		catch (IOException ex) {
			LOG.warn("Failed to close {}; the disk tier may be empty after the next start", this.file, ex);
		}
	}

}
