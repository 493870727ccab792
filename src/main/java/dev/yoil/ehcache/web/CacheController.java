package dev.yoil.ehcache.web;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import dev.yoil.ehcache.inspect.CacheInspector;
import dev.yoil.ehcache.inspect.CacheSnapshot;
import dev.yoil.ehcache.inspect.DepartureSnapshot;
import org.jspecify.annotations.Nullable;

import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * What is in the caches, over HTTP. Reading it changes nothing in them.
 */
@RestController
@RequestMapping("/api/v1/cache")
public class CacheController {

	/** As many digits as surely are a number of 64 bits. */
	private static final Pattern CURSOR = Pattern.compile("[0-9]{1,18}");

	private final CacheInspector inspector;

	/**
	 * Creates the controller.
	 * @param inspector looks into the caches
	 */
	public CacheController(CacheInspector inspector) {
		this.inspector = inspector;
	}

	/**
	 * Answers with all caches: policy, statistics and entries of each.
	 * @param limitOrNone how many entries of each cache, 100 unless told, 0 for none
	 * @return a snapshot of each cache by its name
	 */
	@GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<Map<String, CacheSnapshot>> all(
			@RequestParam(name = "limit", required = false) @Nullable String limitOrNone) {
		return fresh(this.inspector.all(InspectionParameters.limitOrNone(limitOrNone)));
	}

	/**
	 * Answers with one cache: its policy, its statistics and its entries.
	 * @param name the name of the cache
	 * @param limitOrNone how many entries, 100 unless told, 0 for none
	 * @param cursor what the previous answer gave as nextCursor; the first entries unless
	 * told
	 * @return a snapshot
	 */
	@GetMapping(path = "/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<CacheSnapshot> one(@PathVariable String name,
			@RequestParam(name = "limit", required = false) @Nullable String limitOrNone,
			@RequestParam(required = false) @Nullable String cursor) {
		int entries = InspectionParameters.limitOrNone(limitOrNone);
		if (cursor != null && !CURSOR.matcher(cursor).matches()) {
			throw CacheProblem.REFUSED_PARAMETER.exception(
					"The parameter 'cursor' has a value that no answer gave as nextCursor. Leave it out to begin.");
		}
		return fresh(this.inspector.one(name, entries, cursor).orElseThrow(() -> unknown(name)));
	}

	/**
	 * Answers with what left a cache last, when and why.
	 * @param name the name of the cache
	 * @param limit how many of them, 100 unless told
	 * @return the departures
	 */
	@GetMapping(path = "/{name}/departures", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<DepartureSnapshot>> departures(@PathVariable String name,
			@RequestParam(required = false) @Nullable String limit) {
		return fresh(
				this.inspector.departures(name, InspectionParameters.limit(limit)).orElseThrow(() -> unknown(name)));
	}

	private ErrorResponseException unknown(String name) {
		return InspectionParameters.unknownCache(name, this.inspector.names());
	}

	static <T> ResponseEntity<T> fresh(T body) {
		return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(body);
	}

}
