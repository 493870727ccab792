package dev.yoil.ehcache.internal.region;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;

import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tokens of one instance, read by another.
 */
class RegionTokensTests {

	private final FakeRegionTable table = new FakeRegionTable();

	private final RegionTokens writer = tokens();

	private final Regions regions = Regions.shared(this.table, Duration.ofMinutes(1));

	private final RegionTokens reader = new RegionTokens(this.regions);

	private RegionTokens tokens() {
		Regions others = Regions.shared(this.table, Duration.ofMinutes(1));
		this.table.set(RegionTable.SECRET, 1);
		others.catchUp();
		return new RegionTokens(others);
	}

	@BeforeEach
	void learnTheKey() {
		this.regions.catchUp();
	}

	private static Map<String, RegionVersion> incremented(List<String> regions) {
		Map<String, RegionVersion> incremented = new HashMap<>();
		regions.forEach((region) -> incremented.put(region, new RegionVersion(1_234_567, UUID.randomUUID())));
		return incremented;
	}

	/** Returns whether the reader catches up because of a token. */
	private boolean isUnderstood(String token, String region) {
		this.table.set(region, 1_234_567);
		this.reader.catchUp(token);
		return this.regions.version(region) != null;
	}

	private String token(String... regions) {
		return Objects.requireNonNull(this.writer.of(null, incremented(List.of(regions))));
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "a", "day/MONDAY", "findGenres#", "cache#63", "a=b", "a,b", "a.b", "=", "요일/월", "\"; drop" })
	void carryAnyNameInACookie(String region) {
		String token = token(region);
		assertThat(token).matches("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");
		assertThat(isUnderstood(token, region)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 19, 20, 21, 100 })
	void fitIntoACookieWithAnyNumberOfNames(int regions) {
		List<String> names = IntStream.range(0, regions).mapToObj((i) -> "x".repeat(195) + i).toList();
		String token = Objects.requireNonNull(this.writer.of(null, incremented(names)));
		assertThat(token.length()).isLessThan(4_000);
		assertThat(isUnderstood(token, names.get(0))).isTrue();
	}

	@Test
	void keepTheVersionsOfTheClientsToken() {
		String both = Objects.requireNonNull(this.writer.of(token("a"), incremented(List.of("b"))));
		this.table.set("b", 1_234_567);
		this.reader.catchUp(token("b"));
		assertThat(isUnderstood(both, "a")).isTrue();
	}

	/**
	 * For a request that found nothing to change, because another instance had committed
	 * the change.
	 */
	@Test
	void withABarrierCoverUnknownChanges() {
		String barrier = Objects.requireNonNull(this.writer.ofBarrier());
		assertThat(isUnderstood(barrier, "a")).isTrue();
		String both = Objects.requireNonNull(this.writer.of(this.writer.ofBarrier(), incremented(List.of("b"))));
		this.table.set("b", 1_234_567);
		this.reader.catchUp(token("b"));
		assertThat(isUnderstood(both, "c")).isTrue();
		assertThat(isUnderstood(both, "d")).as("the barrier is passed").isFalse();
	}

	@Test
	void withInvalidSignaturesAreIgnored() {
		String token = token("a");
		int dot = token.indexOf('.');
		for (String forged : List.of("", ".", token.substring(dot), token.substring(0, dot + 1), token + "A",
				"A" + token, token.substring(0, dot) + "." + token, "a".repeat(100_000) + "." + "b".repeat(100_000))) {
			assertThat(isUnderstood(forged, "a")).as(forged).isFalse();
		}
	}

	@Test
	void areNotMadeWithoutAKey() {
		Regions unaware = Regions.shared(new FakeRegionTable(), Duration.ofMinutes(1));
		assertThat(new RegionTokens(unaware).of(null, incremented(List.of("a")))).isNull();
		assertThat(new RegionTokens(unaware).ofBarrier()).isNull();
	}

}
