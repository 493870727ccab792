package dev.yoil.ehcache.internal.region;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;

import dev.yoil.ehcache.region.RegionRead;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The file of versions: what survives a kill, a crash of the machine and damage.
 */
class LocalRegionTableTests {

	private static final UUID BOOT = UUID.randomUUID();

	@TempDir
	private Path folder;

	private Path file;

	@BeforeEach
	void name() {
		this.file = this.folder.resolve("versions");
	}

	private LocalRegionTable open() {
		return LocalRegionTable.open(this.file, () -> BOOT);
	}

	private static Map<String, RegionVersion> increment(LocalRegionTable table, String... regions) {
		Map<String, RegionVersion> versions = new HashMap<>();
		table.increment(new TreeSet<>(List.of(regions)))
			.forEach((region, each) -> versions.put(region, each.version()));
		return versions;
	}

	@Test
	void survivesAKill() {
		LocalRegionTable killed = open();
		increment(killed, "a", "b");
		Map<String, RegionVersion> last = increment(killed, "a");
		LocalRegionTable next = open();
		assertThat(next.read()).isEqualTo(killed.read()).containsAllEntriesOf(last);
		assertThat(increment(next, "a").get("a").number()).isGreaterThan(last.get("a").number());
		assertThat(open().read()).isEqualTo(next.read());
	}

	@Test
	void countsAsLostAfterACrashOfTheMachine() {
		LocalRegionTable crashed = open();
		increment(crashed, "a");
		LocalRegionTable next = LocalRegionTable.open(this.file, UUID::randomUUID);
		assertThat(next.read()).containsOnlyKeys(RegionTable.SECRET);
		assertThat(next.read().get(RegionTable.SECRET)).isNotEqualTo(crashed.read().get(RegionTable.SECRET));
	}

	@Test
	void countsAsLostAfterAKillOnASystemWithoutBootId() {
		LocalRegionTable killed = LocalRegionTable.open(this.file, () -> null);
		increment(killed, "a");
		assertThat(LocalRegionTable.open(this.file, () -> null).read()).containsOnlyKeys(RegionTable.SECRET);
	}

	@Test
	void survivesACloseAndARestartOfTheMachine() {
		LocalRegionTable closed = open();
		increment(closed, "a");
		Map<String, RegionVersion> before = closed.read();
		closed.close();
		LocalRegionTable next = LocalRegionTable.open(this.file, UUID::randomUUID);
		assertThat(next.read()).isEqualTo(before);
		increment(next, "a");
		assertThat(LocalRegionTable.open(this.file, UUID::randomUUID).read()).as("not closed again")
			.containsOnlyKeys(RegionTable.SECRET);
	}

	@Test
	void beginsAnewAfterATornRecord() throws IOException {
		LocalRegionTable killed = open();
		increment(killed, "a");
		byte[] whole = Files.readAllBytes(this.file);
		increment(killed, "b");
		byte[] both = Files.readAllBytes(this.file);
		for (int length = whole.length + 1; length < both.length; length++) {
			Files.write(this.file, Arrays.copyOf(both, length));
			assertThat(open().read()).as("%d bytes", length).containsOnlyKeys(RegionTable.SECRET);
		}
	}

	@Test
	void beginsAnewAfterDamage() throws IOException {
		LocalRegionTable table = open();
		increment(table, "a");
		RegionVersion secret = table.read().get(RegionTable.SECRET);
		byte[] content = Files.readAllBytes(this.file);
		for (int place = 0; place < content.length; place++) {
			byte[] damaged = content.clone();
			damaged[place] ^= 1;
			Files.write(this.file, damaged);
			Map<String, RegionVersion> read = open().read();
			// A lost version must take the secret with it.
			assertThat(read.equals(table.read()) || !read.get(RegionTable.SECRET).equals(secret))
				.as("byte %d of %d", place, content.length)
				.isTrue();
		}
	}

	@Test
	void staysSmall() throws IOException {
		LocalRegionTable table = open();
		Map<String, RegionVersion> last = Map.of();
		for (int i = 0; i < 30_000; i++) {
			last = increment(table, "a");
		}
		assertThat(Files.size(this.file)).isLessThan(10_100 * 80);
		assertThat(open().read()).containsAllEntriesOf(last);
	}

	@Test
	void keepsTheLatestRowsIfThereAreTooMany() {
		LocalRegionTable table = open();
		for (String region : List.of("a", "b", "c", "d")) {
			increment(table, region);
		}
		RegionVersion removed = table.read().get("a");
		table.prune(2);
		assertThat(table.read()).containsOnlyKeys(RegionTable.SECRET, "c", "d");
		RegionRead read = table.read(null, (part) -> {
		});
		assertThat(read.horizon()).isEqualTo(table.read().get("c").number());
		LocalRegionTable next = open();
		assertThat(next.read()).isEqualTo(table.read());
		assertThat(next.read(null, (part) -> {
		})).isEqualTo(read);
		assertThat(increment(next, "a").get("a").number()).isGreaterThan(removed.number());
	}

	@Test
	void isInMemoryIfTheFileCannotBeWritten() throws IOException {
		LocalRegionTable earlier = open();
		increment(earlier, "a");
		// As on a full disk.
		Files.createDirectory(this.folder.resolve("versions.new"));
		LocalRegionTable table = open();
		assertThat(table.read()).isEqualTo(earlier.read());
		assertThat(increment(table, "a").get("a").number()).isGreaterThan(earlier.read().get("a").number());
		assertThat(this.file).doesNotExist();
	}

	@Test
	void leavesNoFileBehindIfItCannotReplaceTheOldOne() throws IOException {
		Files.createDirectories(this.file.resolve("not empty"));
		LocalRegionTable table = open();
		assertThat(this.folder.resolve("versions.new")).doesNotExist();
		assertThat(increment(table, "a")).containsKey("a");
	}

	@Test
	void isLostIfItCannotBeWrittenAnyMore() throws IOException {
		LocalRegionTable table = open();
		increment(table, "a");
		Map<String, RegionVersion> before = table.read();
		// As after "no space left on device": the file cannot be rewritten.
		Files.createDirectory(this.folder.resolve("versions.new"));
		for (int i = 0; i < 10_000; i++) {
			increment(table, "a");
		}
		assertThat(increment(table, "a").get("a").number()).isGreaterThan(before.get("a").number());
		assertThat(table.read().get(RegionTable.SECRET)).isEqualTo(before.get(RegionTable.SECRET));
		assertThat(this.file).doesNotExist();
	}

}
