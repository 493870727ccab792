package dev.yoil.ehcache.internal.web;

import java.security.Principal;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.inspect.CacheOperator;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.inspect.KeyPattern;
import dev.yoil.ehcache.internal.inspect.OperationSnapshot;
import dev.yoil.ehcache.internal.inspect.RemovalResult;
import dev.yoil.ehcache.statistics.Bypass;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/**
 * Changes of the caches over HTTP by signed-in users. They take effect at once, and their
 * records name the user.
 */
@InspectionController
@RequestMapping(CacheController.PATH + "/{name}")
public class CacheOperationController {

	private static final String ID = "[0-9]{1,18}";

	private final InspectedCaches caches;

	private final CacheOperator operator;

	CacheOperationController(InspectedCaches caches, CacheOperator operator) {
		this.caches = caches;
		this.operator = operator;
	}

	@PostMapping(path = "/removals", produces = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.OK)
	ResponseEntity<RemovalResult> remove(@PathVariable String name, @RequestBody RemovalRequest asked,
			@Nullable Principal user) {
		String by = by(user);
		if (Stream.of(asked.id(), asked.key(), asked.pattern()).filter((given) -> given != null).count() != 1) {
			throw CacheProblem.REFUSED_REMOVAL
				.exception("The body must have exactly one of 'id', 'key' and 'pattern'.");
		}
		boolean dryRun = Boolean.TRUE.equals(asked.dryRun());
		if (asked.id() != null) {
			RemovalResult removed = this.operator.remove(cache(name), id(asked.id()), by, dryRun);
			if (removed.matched() == 0) {
				throw CacheProblem.UNKNOWN_ENTRY.exception("There is no entry '" + asked.id()
						+ "' in the cache. It may have left: search the entries for its key.");
			}
			return CacheController.fresh(removed);
		}
		return CacheController.fresh((asked.key() != null) ? this.operator.remove(cache(name), asked.key(), by, dryRun)
				: this.operator.remove(cache(name), pattern(asked.pattern()), by, dryRun));
	}

	private static long id(String id) {
		if (!id.matches(ID)) {
			throw CacheProblem.REFUSED_REMOVAL
				.exception("Invalid id '" + CacheProblem.shortened(id) + "': write the 'id' of an entry, a number.");
		}
		return Long.parseLong(id);
	}

	private static KeyPattern pattern(@Nullable String pattern) {
		try {
			return KeyPattern.of((pattern != null) ? pattern : "");
		}
		catch (IllegalArgumentException ex) {
			throw CacheProblem.REFUSED_REMOVAL.exception("Invalid pattern. " + ex.getMessage());
		}
	}

	@DeleteMapping("/entries")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	ResponseEntity<Void> clear(@PathVariable String name, @Nullable Principal user) {
		this.operator.clear(cache(name), by(user));
		return done();
	}

	@PutMapping(path = "/bypass", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<Bypass> bypass(@PathVariable String name, @Nullable Principal user) {
		return CacheController.fresh(this.operator.bypass(cache(name), by(user)));
	}

	@DeleteMapping("/bypass")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	ResponseEntity<Void> endBypass(@PathVariable String name, @Nullable Principal user) {
		this.operator.endBypass(cache(name), by(user));
		return done();
	}

	@GetMapping(path = "/operations", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<OperationSnapshot>> operations(@PathVariable String name,
			@RequestParam(defaultValue = "100") @Min(1) @Max(CacheController.MOST_ENTRIES) int limit) {
		return CacheController.fresh(this.operator.operations(cache(name), limit));
	}

	static ResponseEntity<Void> done() {
		return ResponseEntity.noContent().cacheControl(CacheControl.noStore()).build();
	}

	private EhCacheCache cache(String name) {
		return CacheProblem.known(name, this.caches);
	}

	/**
	 * Requires a signed-in user.
	 * @throws org.springframework.web.ErrorResponseException if there is none
	 */
	public static String by(@Nullable Principal user) {
		if (user == null) {
			throw CacheProblem.REFUSED_OPERATION
				.exception("Only signed-in users may change a cache. Sign in. If the application has no login, add "
						+ "spring-boot-starter-security with a rule that requires authentication below the path of the "
						+ "inspection (yoil.ehcache.web.path).");
		}
		return user.getName();
	}

	/**
	 * The body of a removal: exactly one of an id, a key and a pattern. The constraints
	 * only describe the body to clients.
	 *
	 * @param id the id of an entry
	 * @param key the whole text of a key
	 * @param pattern a pattern of whole keys: * for any text, ? for one character, a
	 * backslash before a character that stands for itself
	 * @param dryRun whether to count without removing
	 */
	record RemovalRequest(@JsonProperty @Pattern(regexp = ID) @Nullable String id, @JsonProperty @Nullable String key,
			@JsonProperty @Size(min = 1, max = 1_000) @Nullable String pattern,
			@JsonProperty @Nullable Boolean dryRun) {
	}

}
