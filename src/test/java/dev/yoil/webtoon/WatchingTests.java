package dev.yoil.webtoon;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.inspect.RecordedEvents;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every read of the inspection, repeated for a minute: no cache changes.
 */
class WatchingTests {

	private static final List<String> SORTS = List.of("entered", "hits", "age", "accessed", "timeLeft", "size");

	/** So often within a minute. */
	private static final int TIMES = 6;

	private static final String LISTS = "findWebtoonsByPublishDay";

	@Test
	void changesNothing() throws Exception {
		try (RunningService service = RunningService
			.with("<heap>100</heap><y:policy ttl='200s' tti='90s' refresh-after='150s' stale-if-error='10m'/>")) {
			read(service, "MONDAY");
			service.clock().advance(Duration.ofSeconds(60));
			read(service, "TUESDAY", "FRIDAY", "TUESDAY");
			service.bean(EhCacheCacheManager.class).caches().forEach((cache) -> cache.put("null", null));
			Map<String, List<Object>> before = state(service);
			for (int time = 0; time < TIMES; time++) {
				watch(service);
				service.clock().advance(Duration.ofMinutes(1).dividedBy(TIMES));
			}
			assertThat(state(service)).isEqualTo(before);
			// MONDAY's time was over in the middle of it, the others' is to the
			// millisecond.
			JsonNode entries = service.json("/api/v1/cache/" + LISTS + "/entries").get("entries");
			assertThat(entries).extracting((entry) -> entry.get("key").asString() + entry.get("expired").asBoolean())
				.containsExactly("MONDAYtrue", "TUESDAYfalse", "FRIDAYfalse", "nullfalse");
			service.clock().advance(Duration.ofMillis(29_999));
			assertThat(status(service, "TUESDAY")).contains("hit");
			service.clock().advance(Duration.ofMillis(1));
			assertThat(status(service, "FRIDAY")).doesNotContain("hit");
		}
	}

	private static void read(RunningService service, String... days) throws Exception {
		for (String day : days) {
			service.json("/api/v1/webtoon?publishDay=" + day);
			service.json("/api/v1/webtoon?publishDay=" + day + "&page=0");
		}
		service.json("/api/v1/genres");
		service.json("/api/v1/ranking/daily");
		service.json("/api/v1/ranking/weekly");
		service.get("/");
	}

	private static String status(RunningService service, String day) throws Exception {
		return service.get("/api/v1/webtoon?publishDay=" + day).headers().firstValue("Cache-Status").orElseThrow();
	}

	/**
	 * Asks for everything once.
	 */
	private static void watch(RunningService service) throws Exception {
		service.json("/api/v1/cache/findings");
		service.json("/api/v1/cache/history");
		service.json("/api/v1/cache/status");
		service.json("/api/v1/cache/cluster");
		for (String name : service.json("/api/v1/cache?limit=0").propertyNames()) {
			String cache = "/api/v1/cache/" + name;
			service.json(cache);
			service.json(cache + "?limit=0");
			service.json(cache + "/removals?limit=1000");
			service.json(cache + "/history");
			service.json(cache + "/findings");
			service.json(cache + "/operations");
			for (String asked : List.of("\"id\":\"1\"", "\"key\":\"MONDAY\"", "\"pattern\":\"*\"")) {
				new Administrator(service).send("POST", cache + "/removals", "{" + asked + ",\"dryRun\":true}");
			}
			new Administrator(service).send("POST", cache + "/cluster/removals",
					"{\"key\":\"MONDAY\",\"dryRun\":true}");
			service.json(cache + "/entries?search=MON");
			for (String sort : SORTS) {
				service.json(cache + "/entries?order=asc&sort=" + sort);
				service.json(cache + "/entries?order=desc&sort=" + sort);
			}
			for (JsonNode entry : service.json(cache + "/entries?limit=1000").get("entries")) {
				service.json(cache + "/entries/" + entry.get("id").asString());
			}
		}
	}

	/**
	 * All that the caches know of themselves and their entries.
	 */
	private static Map<String, List<Object>> state(RunningService service) {
		Map<String, List<Object>> state = new LinkedHashMap<>();
		for (EhCacheCache cache : service.bean(EhCacheCacheManager.class).caches()) {
			List<Object> known = new ArrayList<>();
			known.add(cache.statistics());
			known.add(cache.unwrap(RecordedEvents.class).removals());
			known.add(cache.unwrap(EntryIndex.class).size());
			cache.unwrap(EntryIndex.class).entriesAfter(0).forEach((held) -> {
				StoredEntry entry = held.getValue();
				known.add(List.of(held.getKey(), entry.sequence(), entry.version(), entry.hits(), entry.createdAt(),
						entry.lastAccessedAt(), entry.retryAt(), cache.unwrap(EntryIndex.class).expiry(entry)));
				known.add(entry);
			});
			state.put(cache.getName(), known);
		}
		assertThat(state).hasSize(6).allSatisfy((name, known) -> assertThat(known).as(name).hasSizeGreaterThan(3));
		return state;
	}

}
