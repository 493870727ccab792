package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import dev.yoil.webtoon.CachingDocument.CacheKey;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The caches of a running service, filled over HTTP with the lists and pages of three
 * days and all other cached values.
 */
final class FilledCaches {

	private static final List<String> RANKINGS = List.of("/api/v1/ranking/daily", "/api/v1/ranking/weekly");

	private static final List<String> SORTS = List.of("title", "registered", "likes", "reviews");

	/**
	 * Of a day that changes, one that webtoons are moved to, and one that never changes.
	 */
	private static final List<String> LISTS = Stream
		.of(lists("MONDAY", 4, 1), lists("FRIDAY", 2, 1), lists("TUESDAY", 1, 0))
		.flatMap((lists) -> lists)
		.toList();

	/** A page that shows a list, the genres and the rankings. */
	private static final String PAGE = "/?day=MONDAY";

	/** Cached resources other than the lists. */
	private static final List<String> OTHERS = Stream.concat(Stream.of("/api/v1/genres"), RANKINGS.stream()).toList();

	private static final int PAGES = 2;

	private final RunningService service;

	private final CacheManager caches;

	FilledCaches(RunningService service) {
		this.service = service;
		this.caches = service.bean(CacheManager.class);
	}

	private static Stream<String> lists(String day, int ofAllGenres, int ofOne) {
		return Stream.concat(SORTS.stream().limit(ofAllGenres).map((sort) -> list(day, sort)),
				SORTS.stream().limit(ofOne).map((sort) -> list(day, sort) + "&genre=DRAMA"));
	}

	static String list(String day, String sort) {
		return "/api/v1/webtoon?publishDay=" + day + "&sort=" + sort;
	}

	void clear() {
		this.caches.getCacheNames().forEach((name) -> this.caches.getCache(name).clear());
	}

	/**
	 * Reads everything that is cached.
	 * @return each answer by its address
	 */
	Map<String, String> read() throws Exception {
		List<String> addresses = new ArrayList<>(OTHERS);
		for (String list : LISTS) {
			addresses.add(list);
			int pages = list.contains("MONDAY") ? PAGES : 1;
			IntStream.range(0, pages).forEach((page) -> addresses.add(list + "&page=" + page));
		}
		Map<String, String> responses = new LinkedHashMap<>();
		for (String address : addresses) {
			responses.put(address, answered(address));
		}
		responses.put(PAGE, answered(PAGE));
		return responses;
	}

	private String answered(String address) throws Exception {
		HttpResponse<String> response = this.service.get(address);
		assertThat(response.statusCode()).as(address).isEqualTo(200);
		return response.body();
	}

	/**
	 * Empties the caches and fills them again.
	 * @return each answer by its address
	 */
	Map<String, String> fill() throws Exception {
		clear();
		Map<String, String> responses = read();
		Set<CacheKey> keys = keys();
		assertThat(this.caches.getCacheNames()).allSatisfy(
				(name) -> assertThat(keys).as("Nothing is in " + name).anyMatch((key) -> key.cache().equals(name)));
		return responses;
	}

	Set<CacheKey> keys() throws Exception {
		return keys("/entries?limit=1000", null);
	}

	/**
	 * The keys that left since the clock was last moved, all of them removed.
	 */
	Set<CacheKey> removed() throws Exception {
		return keys("/removals?limit=1000", this.service.clock().instant().toString());
	}

	private Set<CacheKey> keys(String part, @Nullable String at) throws Exception {
		Set<CacheKey> keys = new HashSet<>();
		for (String name : this.caches.getCacheNames()) {
			JsonNode response = this.service.json("/api/v1/cache/" + name + part);
			for (JsonNode key : (at != null) ? response : response.get("entries")) {
				if (at == null || key.get("at").asString().equals(at)) {
					assertThat(at == null || key.get("cause").asString().equals("REMOVED")).as(key.toString()).isTrue();
					keys.add(new CacheKey(name, key.get("key").asString()));
				}
			}
		}
		return keys;
	}

	/**
	 * What each list of a day shows of a webtoon now: whole, and in pages.
	 */
	List<JsonNode> shown(String day, long id) throws Exception {
		List<JsonNode> shown = new ArrayList<>();
		for (String sort : SORTS) {
			JsonNode whole = this.service.json(list(day, sort));
			List<JsonNode> paged = new ArrayList<>();
			for (int page = 0; page * 30 < whole.size(); page++) {
				JsonNode part = this.service.json(list(day, sort) + "&page=" + page);
				assertThat(part.get("total").asInt()).isEqualTo(whole.size());
				part.get("items").forEach(paged::add);
			}
			assertThat(paged).containsExactlyElementsOf(whole);
			paged.stream().filter((item) -> item.get("id").asLong() == id).forEach(shown::add);
			StreamSupport.stream(whole.spliterator(), false)
				.filter((item) -> item.get("id").asLong() == id)
				.forEach(shown::add);
		}
		return shown;
	}

	/**
	 * Leaves out what readers change without its being forgotten, and the page that shows
	 * it.
	 */
	static Map<String, String> withoutRankings(Map<String, String> responses) {
		Map<String, String> others = new LinkedHashMap<>(responses);
		others.keySet().removeAll(RANKINGS);
		others.remove(PAGE);
		return others;
	}

}
