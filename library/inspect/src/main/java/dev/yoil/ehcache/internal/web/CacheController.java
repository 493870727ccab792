package dev.yoil.ehcache.internal.web;

import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.EncodedName;
import dev.yoil.ehcache.internal.inspect.CacheHistory;
import dev.yoil.ehcache.internal.inspect.CacheInspector;
import dev.yoil.ehcache.internal.inspect.CacheSnapshot;
import dev.yoil.ehcache.internal.inspect.EntryPage;
import dev.yoil.ehcache.internal.inspect.EntrySnapshot;
import dev.yoil.ehcache.internal.inspect.EntrySort;
import dev.yoil.ehcache.internal.inspect.HistorySnapshot;
import dev.yoil.ehcache.internal.inspect.HourSnapshot;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.inspect.RemovalSnapshot;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Inspection of the caches over HTTP: entries, removals and history. Reading changes
 * nothing in a cache.
 */
@InspectionController
public class CacheController {

	/** Default path of the inspection. */
	public static final String DEFAULT_PATH = "/ehcache/caches";

	/** Path of the inspection, with the property that sets it. */
	public static final String PATH = "${yoil.ehcache.web.path:" + DEFAULT_PATH + "}";

	/** Always fits into 64 bits. */
	private static final String CURSOR = "[0-9]{1,18}";

	private static final String SORTS = "entered|hits|age|accessed|timeLeft|size";

	static final int MOST_ENTRIES = 1_000;

	private static final int LONGEST_SEARCH = 1_000;

	private static final int LARGEST_OFFSET = 1_000_000;

	private final InspectedCaches caches;

	private final CacheInspector inspector;

	private final CacheHistory history;

	CacheController(InspectedCaches caches, CacheInspector inspector, CacheHistory history) {
		this.caches = caches;
		this.inspector = inspector;
		this.history = history;
	}

	@GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<Map<String, CacheSnapshot>> all(
			@RequestParam(defaultValue = "100") @Min(0) @Max(MOST_ENTRIES) int limit) {
		CacheProblem.requireManager(this.caches);
		return fresh(this.inspector.all(limit));
	}

	@GetMapping(path = PATH + "/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<CacheSnapshot> one(@PathVariable String name,
			@RequestParam(defaultValue = "100") @Min(0) @Max(MOST_ENTRIES) int limit,
			@RequestParam(required = false) @Pattern(regexp = CURSOR) @Nullable String cursor) {
		return fresh(this.inspector.one(cache(name), limit, cursor));
	}

	@GetMapping(path = PATH + "/{name}/removals", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<RemovalSnapshot>> removals(@PathVariable String name,
			@RequestParam(defaultValue = "100") @Min(1) @Max(MOST_ENTRIES) int limit) {
		return fresh(this.inspector.removals(cache(name), limit));
	}

	@GetMapping(path = PATH + "/{name}/entries", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<EntryPage> entries(@PathVariable String name,
			@RequestParam(required = false, defaultValue = "") @Size(max = LONGEST_SEARCH) String search,
			@RequestParam(defaultValue = "entered") @Pattern(regexp = SORTS) String sort,
			@RequestParam(required = false) @Pattern(regexp = "asc|desc") @Nullable String order,
			@RequestParam(defaultValue = "0") @Min(0) @Max(LARGEST_OFFSET) int offset,
			@RequestParam(defaultValue = "100") @Min(1) @Max(MOST_ENTRIES) int limit) {
		EntrySort by = EntrySort.of(sort);
		boolean descending = (order != null) ? order.equals("desc") : by.isUsuallyDescending();
		return fresh(this.inspector.search(cache(name), search, by, descending, offset, limit));
	}

	@GetMapping(path = PATH + "/{name}/entries/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<EntrySnapshot> entry(@PathVariable String name, @PathVariable long id) {
		return fresh(this.inspector.entry(cache(name), id)
			.orElseThrow(() -> CacheProblem.UNKNOWN_ENTRY.exception("The cache '" + EncodedName.decode(name)
					+ "' has no entry " + id + ". It may have left: see its removals.")));
	}

	@GetMapping(path = PATH + "/{name}/history", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<HistorySnapshot> history(@PathVariable String name) {
		return fresh(this.history.of(cache(name)));
	}

	@GetMapping(path = PATH + "/history", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<HourSnapshot> hour() {
		return fresh(this.history.hour());
	}

	private EhCacheCache cache(String name) {
		return CacheProblem.known(name, this.caches);
	}

	/**
	 * Returns a JSON response that no client stores.
	 */
	public static <T> ResponseEntity<T> fresh(T body) {
		return ResponseEntity.ok()
			.contentType(MediaType.APPLICATION_JSON)
			.cacheControl(CacheControl.noStore())
			.body(body);
	}

}
