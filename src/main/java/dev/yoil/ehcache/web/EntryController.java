package dev.yoil.ehcache.web;

import dev.yoil.ehcache.inspect.CacheHistory;
import dev.yoil.ehcache.inspect.CacheInspector;
import dev.yoil.ehcache.inspect.EntryPage;
import dev.yoil.ehcache.inspect.EntryQuery;
import dev.yoil.ehcache.inspect.EntrySnapshot;
import dev.yoil.ehcache.inspect.EntrySort;
import dev.yoil.ehcache.inspect.HistorySnapshot;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The entries of a cache, sought, sorted and one by one, and what happened in it lately,
 * over HTTP. Reading it changes nothing in the cache.
 */
@RestController
@Tag(name = "Caches")
@RequestMapping("/api/v1/cache")
public class EntryController {

	private static final String SORTS = "entered|hits|age|accessed|timeLeft|size";

	private static final int LONGEST_SEARCH = 1_000;

	private static final int LARGEST_OFFSET = 1_000_000;

	private final CacheInspector inspector;

	private final CacheHistory history;

	/**
	 * Creates the controller.
	 * @param inspector looks into the caches
	 * @param history knows what happened lately
	 */
	public EntryController(CacheInspector inspector, CacheHistory history) {
		this.inspector = inspector;
		this.history = history;
	}

	@Operation(summary = "Entries of a cache, sought by their keys and sorted.")
	@GetMapping(path = "/{name}/entries", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<EntryPage> entries(@PathVariable String name,
			@RequestParam(required = false, defaultValue = "") @Size(max = LONGEST_SEARCH) String search,
			@RequestParam(defaultValue = "entered") @Pattern(regexp = SORTS) String sort,
			@RequestParam(required = false) @Pattern(regexp = "asc|desc") @Nullable String order,
			@RequestParam(defaultValue = "0") @Min(0) @Max(LARGEST_OFFSET) int offset,
			@RequestParam(defaultValue = "100") @Min(1) @Max(CacheController.MOST_ENTRIES) int limit) {
		EntrySort by = EntrySort.of(sort);
		boolean descending = (order != null) ? order.equals("desc") : by.isUsuallyDescending();
		EntryQuery query = new EntryQuery(search, by, descending, offset, limit);
		return CacheController.fresh(this.inspector.search(name, query).orElseThrow(() -> unknown(name)));
	}

	@Operation(summary = "Everything about one entry, its whole value and its past included.")
	@GetMapping(path = "/{name}/entries/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<EntrySnapshot> entry(@PathVariable String name, @PathVariable long id) {
		return CacheController.fresh(this.inspector.entry(name, id).orElseThrow(() -> gone(name, id)));
	}

	@Operation(summary = "What happened in a cache in the last 15 minutes, in steps of 5 seconds.")
	@GetMapping(path = "/{name}/history", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<HistorySnapshot> history(@PathVariable String name) {
		return CacheController.fresh(this.history.of(name).orElseThrow(() -> unknown(name)));
	}

	private ErrorResponseException gone(String name, long id) {
		if (!this.inspector.names().contains(name)) {
			return unknown(name);
		}
		return CacheProblem.UNKNOWN_ENTRY.exception("The cache '" + name + "' has no entry " + id
				+ ", or not any more. Its removals tell what left, and why.");
	}

	private ErrorResponseException unknown(String name) {
		return CacheProblem.unknownCache(name, this.inspector.names());
	}

}
