package dev.yoil.ehcache;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.ehcache.event.CacheEvent;
import org.ehcache.event.CacheEventListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The events of listeners in the configuration file.
 */
class ListenerTests {

	private static final List<String> ALL = List.of("CREATED", "UPDATED", "REMOVED", "EXPIRED", "EVICTED");

	@BeforeEach
	@AfterEach
	void clearEvents() {
		Recorder.EVENTS.clear();
	}

	@ParameterizedTest
	@CsvSource({ "SYNCHRONOUS, ORDERED", "SYNCHRONOUS, UNORDERED", "ASYNCHRONOUS, ORDERED" })
	void receiveKeysAndValues(String firing, String ordering) throws Exception {
		try (TestCaches caches = watched(firing, ordering, ALL, "<heap>2</heap>")) {
			EhCacheCache cache = caches.cache();
			cache.put("a", "1");
			assertThat(next()).isEqualTo("CREATED a null 1");
			cache.put("a", "2");
			assertThat(next()).isEqualTo("UPDATED a 1 2");
			cache.evict("a");
			assertThat(next()).isEqualTo("REMOVED a 2 null");
			cache.put("b", null);
			assertThat(next()).isEqualTo("CREATED b null null");
			caches.clock().advance(Duration.ofSeconds(10));
			assertThat(cache.get("b")).isNull();
			assertThat(next()).isEqualTo("EXPIRED b null null");
			cache.put("c", "3");
			cache.put("d", "4");
			cache.put("e", "5");
			assertThat(List.of(next(), next(), next(), next())).contains("CREATED c null 3", "CREATED d null 4")
				.anySatisfy((event) -> assertThat(event).startsWith("EVICTED"));
		}
	}

	@Test
	void receiveTheExpiryOfAValueByTheCalendar() {
		try (TestCaches caches = watched("SYNCHRONOUS", "UNORDERED", List.of("EXPIRED"), "<heap>10</heap>",
				"until='0 0 0 * * *' zone='Asia/Seoul'")) {
			caches.cache().put("a", "1");
			caches.cache().put("b", "2");
			caches.cache().evict("b");
			caches.clock().advance(Duration.ofHours(12));
			assertThat(caches.manager().sweep().step()).isTrue();
			assertThat(Recorder.EVENTS).containsExactly("EXPIRED a 1 null");
		}
	}

	@Test
	void receiveDeclaredEventsOnly() throws Exception {
		try (TestCaches caches = watched("SYNCHRONOUS", "UNORDERED", List.of("UPDATED"), "<heap>10</heap>")) {
			caches.cache().put("a", "1");
			caches.cache().put("a", "2");
			caches.cache().evict("a");
			assertThat(Recorder.EVENTS).containsExactly("UPDATED a 1 2");
			assertThat(TestCaches.removals(caches.cache())).hasSize(2);
		}
	}

	@Test
	void receiveEvictionsOfAHeapInBytes() {
		String room = "<heap unit='B'>800</heap>";
		try (TestCaches caches = watched("SYNCHRONOUS", "UNORDERED", List.of("EVICTED"), room)) {
			caches.cache().put("a", "1");
			caches.cache().evict("a");
			caches.cache().put("b", "2");
			caches.clock().advance(Duration.ofMillis(1));
			caches.cache().put("c", "3");
			assertThat(Recorder.EVENTS).containsExactly("EVICTED b 2 null");
		}
	}

	@Test
	void failWithCacheAndCauseIfNotConstructible() {
		assertThatExceptionOfType(EhcacheXmlException.class)
			.isThrownBy(() -> TestCaches.declaring("\n<listeners><listener>\n<class>" + Broken.class.getName()
					+ "</class><event-firing-mode>SYNCHRONOUS</event-firing-mode>"
					+ "<event-ordering-mode>ORDERED</event-ordering-mode><events-to-fire-on>CREATED</events-to-fire-on>"
					+ "</listener></listeners><heap>1</heap>"))
			.withMessage("ehcache.xml:3: the listener " + Broken.class.getName()
					+ " of cache 'cache' cannot be created: java.lang.IllegalStateException: no disk. "
					+ "Fix its constructor, or remove the listener.")
			.withRootCauseInstanceOf(IllegalStateException.class);
	}

	private static String next() throws InterruptedException {
		String event = Recorder.EVENTS.poll(10, TimeUnit.SECONDS);
		return (event != null) ? event : "no event";
	}

	private static TestCaches watched(String firing, String ordering, List<String> events, String heap) {
		return watched(firing, ordering, events, heap, "ttl='10s'");
	}

	private static TestCaches watched(String firing, String ordering, List<String> events, String heap, String policy) {
		StringBuilder fired = new StringBuilder();
		events.forEach((event) -> fired.append("<events-to-fire-on>").append(event).append("</events-to-fire-on>"));
		return TestCaches.declaring("<listeners><listener><class>" + Recorder.class.getName()
				+ "</class><event-firing-mode>" + firing + "</event-firing-mode><event-ordering-mode>" + ordering
				+ "</event-ordering-mode>" + fired + "</listener></listeners>" + heap + "<y:policy " + policy + "/>");
	}

	/**
	 * Records its events.
	 */
	public static final class Recorder implements CacheEventListener<String, String> {

		static final BlockingQueue<String> EVENTS = new LinkedBlockingQueue<>();

		@Override
		public void onEvent(CacheEvent<? extends String, ? extends String> event) {
			EVENTS.add(event.getType() + " " + event.getKey() + " " + event.getOldValue() + " " + event.getNewValue());
		}

	}

	/**
	 * A listener whose constructor fails.
	 */
	public static final class Broken implements CacheEventListener<String, String> {

		public Broken() {
			throw new IllegalStateException("no disk");
		}

		@Override
		public void onEvent(CacheEvent<? extends String, ? extends String> event) {
		}

	}

}
