package dev.yoil.ehcache.internal.tier;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A disk store: what it finds again, damage, its capacity and failures.
 */
@Timeout(60)
class DiskStoreTests {

	private static final long CAPACITY = 8 << 20;

	private static final int VALUE_BYTES = 12_000;

	@TempDir
	private Path folder;

	private final AtomicLong nanos = new AtomicLong();

	private DiskStore store;

	@AfterEach
	void close() {
		if (this.store != null) {
			this.store.close();
		}
	}

	/** Opens the store again, with all that was put so far. */
	private DiskStore reopened() {
		close();
		this.store = DiskStore.open(this.folder, CAPACITY, this.nanos::get);
		return this.store;
	}

	private static byte[] value(int number) {
		byte[] value = new byte[VALUE_BYTES];
		new Random(number).nextBytes(value);
		return value;
	}

	private List<Path> files() throws IOException {
		try (Stream<Path> files = Files.list(this.folder)) {
			return files.filter(Files::isRegularFile).sorted().toList();
		}
	}

	@Test
	void findsTheLastValueOfEachNameAgain() {
		reopened();
		for (int i = 0; i < 100; i++) {
			this.store.put("name " + (i % 50), value(i));
		}
		reopened();
		for (int i = 0; i < 50; i++) {
			assertThat(this.store.get("name " + i)).isEqualTo(value(50 + i));
		}
		assertThat(this.store.get("absent")).isNull();
		assertThat(this.store.entries()).isEqualTo(50);
	}

	@Test
	void dropsTheOldestValuesAndNeverExceedsItsCapacity() throws IOException {
		reopened();
		for (int round = 0; round < 4; round++) {
			for (int i = 0; i < 300; i++) {
				this.store.put("name " + round + " " + i, value(i));
			}
			reopened();
			long bytes = 0;
			for (Path file : files()) {
				bytes += Files.size(file);
			}
			assertThat(bytes).isLessThanOrEqualTo(CAPACITY).isEqualTo(this.store.bytes());
		}
		assertThat(this.store.get("name 0 0")).isNull();
		assertThat(this.store.get("name 3 299")).isEqualTo(value(299));
	}

	@Test
	void returnsNoDamagedValue() throws IOException {
		reopened();
		for (int i = 0; i < 80; i++) {
			this.store.put("name " + i, value(i));
		}
		reopened();
		Random random = new Random(1);
		try (RandomAccessFile file = new RandomAccessFile(files().get(0).toFile(), "rw")) {
			for (int i = 0; i < 50; i++) {
				file.seek(8 + random.nextInt((int) file.length() - 8));
				file.write(random.nextInt());
			}
		}
		assertOnlyRightValues();
		assertThat(this.store.failures()).isPositive();
		reopened();
		assertThat(assertOnlyRightValues()).as("found behind damaged ones").isBetween(20, 79);
	}

	private int assertOnlyRightValues() {
		int found = 0;
		for (int i = 0; i < 80; i++) {
			byte[] value = this.store.get("name " + i);
			if (value != null) {
				assertThat(value).isEqualTo(value(i));
				found++;
			}
		}
		return found;
	}

	@Test
	void ignoresATruncatedEnd() throws IOException {
		reopened();
		this.store.put("first", value(1));
		this.store.put("second", value(2));
		close();
		try (RandomAccessFile file = new RandomAccessFile(files().get(0).toFile(), "rw")) {
			file.setLength(file.length() - 1);
		}
		reopened();
		assertThat(this.store.get("first")).isEqualTo(value(1));
		assertThat(this.store.get("second")).isNull();
		this.store.put("second", value(3));
		assertThat(reopened().get("second")).isEqualTo(value(3));
	}

	@Test
	void renamesOtherFiles() throws IOException {
		Files.writeString(this.folder.resolve("notes.txt"), "notes");
		Files.writeString(this.folder.resolve("00000001.seg"), "no segment");
		reopened().put("name", value(1));
		assertThat(reopened().get("name")).isEqualTo(value(1));
		assertThat(this.folder).isDirectoryContaining("glob:**notes.txt.broken")
			.isDirectoryContaining("glob:**00000001.seg.broken");
	}

	@Test
	void survivesAnInterruptedReader() {
		reopened().put("name", value(1));
		reopened();
		Thread.currentThread().interrupt();
		byte[] found = this.store.get("name");
		assertThat(Thread.interrupted()).isTrue();
		assertThat(found).isNull();
		assertThat(this.store.get("name")).isEqualTo(value(1));
	}

	@Test
	void isQuietAfterAFailedWriteAndThenTriesAgain() throws IOException {
		reopened();
		FileSystemUtils.deleteRecursively(this.folder);
		this.store.put("lost", value(1));
		await().until(() -> !this.store.isAvailable());
		Files.createDirectories(this.folder);
		this.store.put("dropped", value(2));
		this.nanos.addAndGet(Duration.ofSeconds(10).toNanos());
		this.store.put("kept", value(3));
		await().until(this.store::isAvailable);
		reopened();
		assertThat(this.store.get("lost")).isNull();
		assertThat(this.store.get("dropped")).isNull();
		assertThat(this.store.get("kept")).isEqualTo(value(3));
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void storesAgainAfterADiskWasFull() throws IOException {
		reopened();
		Files.createSymbolicLink(this.folder.resolve("00000001.seg"), Path.of("/dev/full"));
		this.store.put("lost", value(1));
		await().until(() -> !this.store.isAvailable());
		this.nanos.addAndGet(Duration.ofSeconds(10).toNanos());
		this.store.put("kept", value(2));
		await().until(this.store::isAvailable);
		assertThat(reopened().get("kept")).isEqualTo(value(2));
	}

	@Test
	void leavesOutValuesThatAreTooLarge() {
		reopened().put("large", new byte[2 << 20]);
		this.store.put("small", value(1));
		reopened();
		assertThat(this.store.get("large")).isNull();
		assertThat(this.store.get("small")).isEqualTo(value(1));
	}

}
