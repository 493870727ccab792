package dev.yoil.ehcache.internal.tier;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A disk tier: what it finds again, damage, its capacity and failures.
 */
@Timeout(60)
class DiskTierTests {

	private static final long CAPACITY = 8 << 20;

	private static final int VALUE_BYTES = 12_000;

	@TempDir
	private Path folder;

	private final AtomicLong nanos = new AtomicLong();

	private CountDownLatch writerHeld = new CountDownLatch(0);

	private DiskTier tier;

	@AfterEach
	void close() {
		if (this.tier != null) {
			this.tier.close();
		}
	}

	/** Opens the store again, with all that was put so far. */
	private DiskTier reopened() {
		close();
		this.tier = new DiskTier(this.folder, CAPACITY, "build", TestSignatures.of("secret"), this::nanoTime);
		return this.tier;
	}

	private long nanoTime() {
		if (Thread.currentThread().getName().startsWith("yoil-cache-disk-")) {
			try {
				this.writerHeld.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}
		return this.nanos.get();
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
			this.tier.put("name " + (i % 50), value(i));
		}
		reopened();
		for (int i = 0; i < 50; i++) {
			assertThat(this.tier.get("name " + i)).isEqualTo(value(50 + i));
		}
		assertThat(this.tier.get("absent")).isNull();
		assertThat(this.tier.statistics().entries()).isEqualTo(50);
	}

	@Test
	void dropsTheOldestValuesAndNeverExceedsItsCapacity() throws IOException {
		reopened();
		for (int round = 0; round < 4; round++) {
			for (int i = 0; i < 300; i++) {
				this.tier.put("name " + round + " " + i, value(i));
			}
			reopened();
			long bytes = 0;
			for (Path file : files()) {
				bytes += Files.size(file);
			}
			assertThat(bytes).isLessThanOrEqualTo(CAPACITY).isEqualTo(this.tier.statistics().bytes());
		}
		assertThat(this.tier.get("name 0 0")).isNull();
		assertThat(this.tier.get("name 3 299")).isEqualTo(value(299));
	}

	@Test
	void returnsNoDamagedValue() throws IOException {
		reopened();
		for (int i = 0; i < 80; i++) {
			this.tier.put("name " + i, value(i));
		}
		reopened();
		Random random = new Random(1);
		try (RandomAccessFile file = new RandomAccessFile(files().get(0).toFile(), "rw")) {
			for (int i = 0; i < 50; i++) {
				file.seek(random.nextInt((int) file.length()));
				file.write(random.nextInt());
			}
		}
		assertOnlyRightValues();
		assertThat(this.tier.statistics().failures()).isPositive();
		reopened();
		assertThat(assertOnlyRightValues()).as("found behind damaged ones").isBetween(20, 79);
	}

	private int assertOnlyRightValues() {
		int found = 0;
		for (int i = 0; i < 80; i++) {
			byte[] value = this.tier.get("name " + i);
			if (value != null) {
				assertThat(value).isEqualTo(value(i));
				found++;
			}
		}
		return found;
	}

	/** A checksum is no signature: everybody can calculate it. */
	@ParameterizedTest
	@ValueSource(strings = { "unsigned", "signed with another secret", "moved" })
	void returnsNoForgedValue(String forgery) throws IOException {
		reopened().put("name", value(1));
		close();
		String name = "build:name";
		byte[] forged = switch (forgery) {
			case "unsigned" -> new byte[100];
			case "moved" -> TestSignatures.of("secret").signed("build:other", value(2));
			default -> TestSignatures.of("other").signed(name, value(2));
		};
		Files.write(files().get(0), SegmentFile.record(name.getBytes(StandardCharsets.UTF_8), forged));
		assertThat(reopened().contains("name")).isTrue();
		assertThat(this.tier.get("name")).isNull();
		assertThat(this.tier.statistics().failures()).isOne();
		this.tier.put("name", value(3));
		assertThat(reopened().get("name")).isEqualTo(value(3));
	}

	/** Each of these records claims the rest of the file. */
	@Test
	@Timeout(20)
	void givesUpAFileOfCraftedDamage() throws IOException {
		reopened().put("before", value(1));
		close();
		ByteBuffer crafted = ByteBuffer.allocate(4 << 20);
		byte[] empty = SegmentFile.record(new byte[0], new byte[0]);
		while (crafted.remaining() >= empty.length) {
			crafted.put(empty, 0, Integer.BYTES).putInt(1).putInt(0).putInt(crafted.remaining() - Integer.BYTES);
		}
		Files.write(files().get(0), crafted.array(), StandardOpenOption.APPEND);
		assertThat(reopened().get("before")).isEqualTo(value(1));
	}

	@Test
	void ignoresATruncatedEnd() throws IOException {
		reopened();
		this.tier.put("first", value(1));
		this.tier.put("second", value(2));
		close();
		try (RandomAccessFile file = new RandomAccessFile(files().get(0).toFile(), "rw")) {
			file.setLength(file.length() - 1);
		}
		reopened();
		assertThat(this.tier.get("first")).isEqualTo(value(1));
		assertThat(this.tier.get("second")).isNull();
		this.tier.put("second", value(3));
		assertThat(reopened().get("second")).isEqualTo(value(3));
	}

	@Test
	void continuesTheLastFileAfterARestart() throws IOException {
		for (int i = 0; i < 5; i++) {
			reopened().put("name " + i, value(i));
			close();
			// As after a kill.
			Files.write(files().get(0), new byte[] { 0x52, 0x65, (byte) 0xc0, 0x7e, 1 }, StandardOpenOption.APPEND);
		}
		reopened();
		assertThat(files()).hasSize(1);
		for (int i = 0; i < 5; i++) {
			assertThat(this.tier.get("name " + i)).isEqualTo(value(i));
		}
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
	void servesAnInterruptedReader() {
		reopened().put("name", value(1));
		reopened();
		Thread.currentThread().interrupt();
		byte[] found = this.tier.get("name");
		assertThat(Thread.interrupted()).isTrue();
		assertThat(found).isEqualTo(value(1));
	}

	@Test
	void isQuietAfterAFailedWriteAndThenTriesAgain() throws IOException {
		reopened();
		FileSystemUtils.deleteRecursively(this.folder);
		this.tier.put("lost", value(1));
		await().until(() -> !this.tier.isAvailable());
		Files.createDirectories(this.folder);
		this.tier.put("dropped", value(2));
		this.nanos.addAndGet(Duration.ofSeconds(10).toNanos());
		this.tier.put("kept", value(3));
		await().until(this.tier::isAvailable);
		reopened();
		assertThat(this.tier.get("lost")).isNull();
		assertThat(this.tier.get("dropped")).isNull();
		assertThat(this.tier.get("kept")).isEqualTo(value(3));
	}

	/** Fills the first file, and prevents the second. */
	private void failNextWrite() throws IOException {
		for (int i = 0; i < 85; i++) {
			this.tier.put("filler " + i, value(i));
		}
		reopened();
		Files.createDirectory(this.folder.resolve("00000002.seg"));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void findsNoValueThatALostOneReplaced(boolean dropped) throws IOException {
		reopened().put("name", value(1));
		failNextWrite();
		if (dropped) {
			this.tier.put("other", value(2));
			await().until(() -> !this.tier.isAvailable());
		}
		assertThat(this.tier.get("name")).isEqualTo(value(1));
		this.tier.put("name", value(3));
		await().until(() -> this.tier.get("name") == null);
		assertThat(this.tier.contains("name")).isFalse();
		FileSystemUtils.deleteRecursively(this.folder.resolve("00000002.seg"));
		assertThat(reopened().get("name")).as("after a restart").isNull();
	}

	@Test
	void findsNoValueThatADamagedOneReplaced() throws IOException {
		reopened().put("name", value(1));
		reopened().put("name", value(2));
		reopened();
		try (RandomAccessFile file = new RandomAccessFile(files().get(0).toFile(), "rw")) {
			file.seek(file.length() - 1);
			int last = file.read();
			file.seek(file.length() - 1);
			file.write(last + 1);
		}
		assertThat(reopened().get("name")).isNull();
	}

	/** A full queue keeps neither the dropped value nor one that waits before it. */
	@Test
	void dropsValuesWhileItsQueueIsFull() throws Exception {
		reopened().put("written", value(1));
		failNextWrite();
		this.tier.put("fails", value(2));
		await().until(() -> !this.tier.isAvailable());
		Files.delete(this.folder.resolve("00000002.seg"));
		this.nanos.addAndGet(Duration.ofSeconds(10).toNanos());
		this.writerHeld = new CountDownLatch(1);
		this.tier.put("held by the writer", value(3));
		this.tier.put("waiting", value(4));
		assertThat(this.tier.get("waiting")).as("not written yet").isEqualTo(value(4));
		assertThat(this.tier.contains("waiting")).isTrue();
		for (int i = 0; i < 17; i++) {
			this.tier.put("large " + i, new byte[1_000_000]);
		}
		for (String name : List.of("written", "waiting")) {
			this.tier.put(name, new byte[900_000]);
			assertThat(this.tier.get(name)).isNull();
		}
		this.writerHeld.countDown();
	}

}
