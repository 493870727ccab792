package dev.yoil.ehcache.internal.tier;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.region.LocalRegionTable;
import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.dao.DataAccessResourceFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The directory of disk tiers: who may use it, what survives, and where versions are.
 */
class LocalTiersTests {

	private static final String PERSISTENT = "<disk unit='MB' persistent='true'>8</disk>";

	private static final String NOT_PERSISTENT = "<disk unit='MB'>8</disk>";

	private static final String OFF_HEAP = "<offheap unit='MB'>1</offheap>";

	@TempDir
	private Path folder;

	private final RegionTable database = new FakeRegionTable();

	private final List<LocalTiers> opened = new ArrayList<>();

	@AfterEach
	void close() {
		this.opened.forEach(LocalTiers::close);
		this.opened.clear();
	}

	private EhcacheXml declared(String lower) {
		return EhcacheXml.read("ehcache.xml", new ByteArrayResource("""
				<config xmlns='http://www.ehcache.org/v3'>
				<persistence directory='%s'/>
				<cache alias='cache'><resources><heap>10</heap>%s</resources></cache>
				</config>""".formatted(this.folder, lower).getBytes(StandardCharsets.UTF_8)));
	}

	/** Opens the tiers after those of the run before were closed. */
	private LocalTiers open(String lower, String build) {
		close();
		LocalTiers tiers = new LocalTiers(declared(lower), () -> build, TestSignatures.of("secret"),
				TierDirectory.DECLARED);
		this.opened.add(tiers);
		return tiers;
	}

	private LocalTier tier(LocalTiers tiers, String lower) {
		return tiers.open(declared(lower).caches().get(0)).get(0);
	}

	private void store(String lower, String build) {
		tier(open(lower, build), lower).put("key", new byte[] { 1 });
	}

	private boolean finds(String lower, String build) {
		return tier(open(lower, build), lower).contains("key");
	}

	@Test
	void keepsValuesOfAPersistentDiskTierForTheSameBuild() {
		store(PERSISTENT, "1");
		assertThat(finds(PERSISTENT, "2")).isFalse();
		assertThat(finds(PERSISTENT, "1")).isTrue();
	}

	@Test
	void startsEmptyIfThisRunOrTheLastOneIsNotPersistent() {
		store(NOT_PERSISTENT, "1");
		assertThat(finds(NOT_PERSISTENT, "1")).isFalse();
		store(PERSISTENT, "1");
		open(NOT_PERSISTENT, "1");
		assertThat(finds(PERSISTENT, "1")).isFalse();
		store(PERSISTENT, "1");
		open(OFF_HEAP, "1");
		assertThat(finds(PERSISTENT, "1")).isFalse();
		store(PERSISTENT, "1");
		close();
		LocalTiers.removeOutdated(declared(OFF_HEAP), TierDirectory.DECLARED);
		assertThat(finds(PERSISTENT, "1")).isFalse();
	}

	@Test
	void removesOnlyItsOwnDirectories() throws IOException {
		Path foreign = Files.createDirectories(this.folder.resolve("lost+found"));
		store(PERSISTENT, "1");
		open(NOT_PERSISTENT, "1");
		assertThat(foreign).exists();
		assertThat(this.folder.resolve("cache.tier")).doesNotExist();
	}

	@Test
	void hasADirectoryForEachName() {
		List<String> names = List.of("user:cache", "user/cache", "..", "웹툰목록", "웹툰".repeat(80));
		EhcacheXml declared = TestCaches
			.read("<config xmlns='http://www.ehcache.org/v3'><persistence directory='" + this.folder + "'/>"
					+ names.stream()
						.map((name) -> "<cache alias='" + name + "'><resources><heap>10</heap>" + PERSISTENT
								+ "</resources></cache>")
						.collect(Collectors.joining())
					+ "</config>");
		for (boolean found : new boolean[] { false, true }) {
			close();
			LocalTiers tiers = new LocalTiers(declared, () -> "1", TestSignatures.of("secret"), TierDirectory.DECLARED);
			this.opened.add(tiers);
			declared.caches().forEach((cache) -> {
				LocalTier tier = tiers.open(cache).get(0);
				assertThat(tier.contains(cache.name())).as(cache.name()).isEqualTo(found);
				tier.put(cache.name(), new byte[] { 1 });
			});
		}
		assertThat(this.folder.getParent().resolve("tier")).doesNotExist();
		assertThat(this.folder).isDirectoryContaining("glob:**/user~003Acache.tier");
	}

	@Test
	void createsNothingWithoutADiskTier() throws IOException {
		open(OFF_HEAP, "1").open(declared(OFF_HEAP).caches().get(0));
		LocalTiers.removeOutdated(declared(OFF_HEAP), TierDirectory.DECLARED);
		assertThat(this.folder).isEmptyDirectory();
	}

	@Test
	void refusesADirectoryInUse() {
		open(PERSISTENT, "1");
		assertThatExceptionOfType(EhcacheXmlException.class)
			.isThrownBy(() -> new LocalTiers(declared(PERSISTENT), () -> "1", TestSignatures.of("secret"),
					TierDirectory.DECLARED))
			.withMessageContaining("ehcache.xml:2")
			.withMessageContaining(this.folder + " of the disk tier is in use");
	}

	@Test
	void refusesADirectoryThatIsAFile() throws IOException {
		Files.delete(this.folder);
		Files.createFile(this.folder);
		assertThatExceptionOfType(EhcacheXmlException.class).isThrownBy(() -> open(PERSISTENT, "1"))
			.withMessageContaining("cannot be written");
		Files.delete(this.folder);
	}

	@Test
	void namesTheLineOfMemoryThatCannotBeAllocated() {
		String large = "<offheap unit='TB'>900</offheap>";
		LocalTiers tiers = open(large, "1");
		assertThatExceptionOfType(EhcacheXmlException.class).isThrownBy(() -> tier(tiers, large))
			.withMessageContaining("ehcache.xml:3")
			.withMessageContaining("-XX:MaxDirectMemorySize");
	}

	private static RegionTable versions(LocalTiers tiers, Supplier<@Nullable RegionTable> database) {
		return tiers.versions(database,
				(file) -> (file != null) ? LocalRegionTable.open(file) : LocalRegionTable.inMemory());
	}

	@Test
	void keepsVersionsInTheDatabaseElseBesideTheTierElseInMemory() {
		assertThat(versions(open(PERSISTENT, "1"), () -> this.database)).isSameAs(this.database);
		assertThat(versions(open(OFF_HEAP, "1"), () -> this.database)).isNotSameAs(this.database);
		assertThat(versions(open(NOT_PERSISTENT, "1"), () -> this.database)).isNotSameAs(this.database);
		assertThat(this.folder.resolve("versions")).doesNotExist();
		RegionTable first = versions(open(PERSISTENT, "1"), () -> null);
		first.increment(new TreeSet<>(List.of("region")));
		assertThat(versions(open(PERSISTENT, "1"), () -> null).read()).isEqualTo(first.read());
	}

	@Test
	void startsEmptyIfVersionsMoveToTheDatabase() {
		store(PERSISTENT, "1");
		versions(open(PERSISTENT, "1"), () -> null);
		versions(open(PERSISTENT, "1"), () -> this.database);
		assertThat(finds(PERSISTENT, "1")).isFalse();
		assertThat(this.folder.resolve("versions")).doesNotExist();
	}

	@Test
	void needsTheDatabaseIfItHadTheVersions() {
		store(PERSISTENT, "1");
		LocalTiers tiers = open(PERSISTENT, "1");
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> versions(tiers, LocalTiersTests::unreadable));
		assertThat(finds(PERSISTENT, "1")).isTrue();
		RegionTable own = versions(open(PERSISTENT, "1"), () -> null);
		assertThat(versions(open(PERSISTENT, "1"), LocalTiersTests::unreadable).read()).isEqualTo(own.read());
	}

	private static RegionTable unreadable() {
		throw new DataAccessResourceFailureException("planted");
	}

}
