package dev.yoil.ehcache.internal.finding;

import java.util.Map;
import java.util.stream.Stream;

import dev.yoil.ehcache.TestCaches;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ValuesTooLargeTests {

	private static final String HEAP = "<heap unit='MB'>1</heap>";

	@Test
	void findsAValueOfWhichNotAllObjectsAreCounted() {
		Finding finding = find(HEAP, Stream.generate(Object::new).limit(20_000).toList());
		assertThat(finding.message()).contains("only 10,000 of each are counted", "java.util.ImmutableCollections$List",
				"of type java.lang.Object");
		assertThat(finding.remedy()).contains("@IgnoreSizeOf", "ehcache.xml:");
		assertThat(finding.evidence())
			.containsAllEntriesOf(Map.of("values", 1L, "mostly", "java.lang.Object", "counted", 10_000L));
	}

	@Test
	void findsAValueThatIsNotCachedBecauseOfItsObjects() {
		Finding finding = find(HEAP + "<heap-store-settings><max-object-graph-size>9</max-object-graph-size>"
				+ "</heap-store-settings>", Stream.generate(Object::new).limit(20).toList());
		assertThat(finding.message()).contains("they are not cached");
		assertThat(finding.evidence()).doesNotContainKey("counted");
	}

	@Test
	void findsAValueThatIsLargerThanTheHeap() {
		Finding finding = find(HEAP, new byte[2 << 20]);
		assertThat(finding.message())
			.isEqualTo("1 values were too large to be cached. The last one was of type byte[].");
		assertThat(finding.evidence()).isEqualTo(Map.of("type", "byte[]", "values", 1L));
	}

	@Test
	void ignoresSmallValues() {
		try (TestCaches caches = TestCaches.declaring(HEAP)) {
			caches.cache().put("key", new byte[1000]);
			Findings.none(caches, Rule.VALUES_TOO_LARGE);
		}
	}

	private static Finding find(String cache, Object value) {
		try (TestCaches caches = TestCaches.declaring(cache)) {
			caches.cache().put("key", value);
			return Findings.of(caches, Rule.VALUES_TOO_LARGE);
		}
	}

}
