package dev.yoil.ehcache.internal.web;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.internal.inspect.CacheFigures;
import dev.yoil.ehcache.internal.inspect.CacheHistory;
import dev.yoil.ehcache.internal.inspect.CacheInspector;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.web.InstanceReport.Content;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The report of an instance as text.
 */
class InstanceReportTests {

	private static InstanceReport report(AnnotationConfigApplicationContext context, TestCaches caches) {
		context.registerBean(InspectedCaches.class,
				() -> new InspectedCaches(List.of(caches.manager()), caches.clock()));
		context.registerBean(JsonValueText.class, () -> new JsonValueText(JsonMapper.shared()));
		context.register(CacheInspector.class, CacheHistory.class);
		context.refresh();
		return new InstanceReport(new InspectedCaches(List.of(caches.manager()), caches.clock()),
				context.getBean(CacheInspector.class), context.getBean(CacheHistory.class), "1.0", "/console", context);
	}

	@Test
	void isReadAsItWasWritten() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
				TestCaches caches = TestCaches.of("<cache alias='웹툰'><heap>10</heap></cache>")) {
			caches.cache().put("key", "value");
			caches.cache().unwrap(CacheOperations.class).bypass("운영자");
			InstanceReport report = report(context, caches);
			assertThat(report.text()).isASCII();
			Content read = InstanceReport.read(report.text());
			assertThat(read.caches()).isEqualTo(report.content().caches());
			assertThat(read.version()).isEqualTo("1.0");
			assertThat(read.console()).isEqualTo("/console");
			assertThat(read.uptimeSeconds()).isNotNull();
			assertThat(read.caches()).containsOnlyKeys("웹툰");
			assertThat(read.caches().get("웹툰").bypassed().by()).isEqualTo("운영자");
		}
	}

	@Test
	void isBounded() {
		String many = IntStream.range(0, InstanceReport.MOST_CACHES + 10)
			.mapToObj((number) -> "<cache alias='cacheWithALongName" + number + "'><heap>1000</heap></cache>")
			.collect(Collectors.joining());
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
				TestCaches caches = TestCaches.of(many)) {
			InstanceReport report = report(context, caches);
			assertThat(report.content().caches()).hasSize(InstanceReport.MOST_CACHES)
				.containsKey("cacheWithALongName0");
			assertThat(report.text()).hasSizeLessThan(60_000);
		}
	}

	@Test
	void ofAnotherReleaseMayHaveMoreOrLess() {
		Content read = InstanceReport.read("{\"later\":{},\"caches\":{\"a\":{\"size\":7,\"later\":1}}}");
		assertThat(read.caches())
			.isEqualTo(Map.of("a", new CacheFigures(7, null, null, null, 0, 0, 0, 0, 0, 0, null, null)));
		assertThat(read.pools()).isEmpty();
		assertThat(InstanceReport.read("{}")).isEqualTo(Content.NONE);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "", "x", "[]", "null", "{\"caches\":{\"a\":null}}", "{\"caches\":7}", "{\"pools\":[null]}" })
	void isIgnoredIfMalformed(String text) {
		assertThat(InstanceReport.read(text)).isNull();
	}

}
