package dev.yoil.ehcache.web;

import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.inspect.CacheInspector;
import dev.yoil.ehcache.inspect.CacheSnapshot;
import dev.yoil.ehcache.inspect.RemovalSnapshot;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * What is in the caches, over HTTP. Reading it changes nothing in them.
 */
@RestController
@Tag(name = "Caches", description = "What is in the caches. Looking into them changes nothing.")
public class CacheController {

	private static final String PATH = "/api/v1/cache";

	/** As many digits as surely are a number of 64 bits. */
	private static final String CURSOR = "[0-9]{1,18}";

	/** Of one answer. */
	static final int MOST_ENTRIES = 1_000;

	private final CacheInspector inspector;

	/**
	 * Creates the controller.
	 * @param inspector looks into the caches
	 */
	public CacheController(CacheInspector inspector) {
		this.inspector = inspector;
	}

	@Operation(summary = "All caches: policy, statistics and entries of each.")
	@GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<Map<String, CacheSnapshot>> all(
			@RequestParam(defaultValue = "100") @Min(0) @Max(MOST_ENTRIES) int limit) {
		return fresh(this.inspector.all(limit));
	}

	@Operation(summary = "One cache: its policy, its statistics and its entries.")
	@GetMapping(path = PATH + "/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<CacheSnapshot> one(@PathVariable String name,
			@RequestParam(defaultValue = "100") @Min(0) @Max(MOST_ENTRIES) int limit,
			@RequestParam(required = false) @Pattern(regexp = CURSOR) @Nullable String cursor) {
		return fresh(this.inspector.one(name, limit, cursor).orElseThrow(() -> unknown(name)));
	}

	@Operation(summary = "What left a cache last, when and why, the latest first.")
	@GetMapping(path = PATH + "/{name}/removals", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<RemovalSnapshot>> removals(@PathVariable String name,
			@RequestParam(defaultValue = "100") @Min(1) @Max(MOST_ENTRIES) int limit) {
		return fresh(this.inspector.removals(name, limit).orElseThrow(() -> unknown(name)));
	}

	private ErrorResponseException unknown(String name) {
		return CacheProblem.unknownCache(name, this.inspector.names());
	}

	static <T> ResponseEntity<T> fresh(T body) {
		return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(body);
	}

}
