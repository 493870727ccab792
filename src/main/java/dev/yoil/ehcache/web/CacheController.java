package dev.yoil.ehcache.web;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import dev.yoil.ehcache.inspect.CacheInspector;
import dev.yoil.ehcache.inspect.CacheOperator;
import dev.yoil.ehcache.inspect.CacheSnapshot;
import dev.yoil.ehcache.inspect.DepartureSnapshot;
import org.jspecify.annotations.Nullable;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.StringUtils;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * What is in the caches, over HTTP. Reading it changes nothing in them; emptying one is
 * for whom the application lets.
 */
@RestController
@RequestMapping("/api/v1/cache")
public class CacheController {

	private static final int USUAL = 100;

	private static final int MOST = 1_000;

	private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

	/** As many digits as surely are a number of 64 bits. */
	private static final Pattern CURSOR = Pattern.compile("[0-9]{1,18}");

	private final CacheInspector inspector;

	private final CacheOperator operator;

	/**
	 * Creates the controller.
	 * @param inspector looks into the caches
	 * @param operator changes them
	 */
	public CacheController(CacheInspector inspector, CacheOperator operator) {
		this.inspector = inspector;
		this.operator = operator;
	}

	/**
	 * Answers with all caches: policy, statistics and entries of each.
	 * @param limit how many entries of each cache, 100 unless told
	 * @return a snapshot of each cache by its name
	 */
	@GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<Map<String, CacheSnapshot>> all(@RequestParam(required = false) @Nullable String limit) {
		return fresh(this.inspector.all(entries(limit)));
	}

	/**
	 * Answers with one cache: its policy, its statistics and its entries.
	 * @param name the name of the cache
	 * @param limit how many entries, 100 unless told
	 * @param cursor what the previous answer gave as nextCursor; the first entries unless
	 * told
	 * @return a snapshot
	 */
	@GetMapping(path = "/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<CacheSnapshot> one(@PathVariable String name, @RequestParam(required = false) @Nullable String limit,
			@RequestParam(required = false) @Nullable String cursor) {
		int entries = entries(limit);
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
		return fresh(this.inspector.departures(name, entries(limit)).orElseThrow(() -> unknown(name)));
	}

	/**
	 * Empties a cache.
	 * @param name the name of the cache
	 */
	@DeleteMapping("/{name}/entries")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void clear(@PathVariable String name) {
		if (!this.operator.clear(name)) {
			throw unknown(name);
		}
	}

	private ErrorResponseException unknown(String name) {
		List<String> names = this.inspector.names();
		return CacheProblem.UNKNOWN_CACHE.exception("There is no cache '" + shortened(name) + "'. "
				+ (names.isEmpty()
						? "There is none: spring.cache.type switches caching off, or chooses another cache manager."
						: "There is: " + String.join(", ", names) + "."));
	}

	private static int entries(@Nullable String limit) {
		if (limit == null) {
			return USUAL;
		}
		// Java would also take a plus sign and the digits of other scripts.
		if (NUMBER.matcher(limit).matches()) {
			int entries = Integer.parseInt(limit);
			if (entries >= 1 && entries <= MOST) {
				return entries;
			}
		}
		throw CacheProblem.REFUSED_PARAMETER.exception("The parameter 'limit' has the value '" + shortened(limit)
				+ "'. Allowed is a number from 1 to " + MOST + ".");
	}

	private static <T> ResponseEntity<T> fresh(T body) {
		return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(body);
	}

	private static String shortened(String text) {
		return StringUtils.truncate(text, 40);
	}

}
