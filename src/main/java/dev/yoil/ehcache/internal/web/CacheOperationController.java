package dev.yoil.ehcache.internal.web;

import java.security.Principal;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.inspect.CacheOperator;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.inspect.KeyPattern;
import dev.yoil.ehcache.internal.inspect.OperationSnapshot;
import dev.yoil.ehcache.internal.inspect.RemovalResult;
import dev.yoil.ehcache.statistics.Bypass;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
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
import org.springframework.web.bind.annotation.RestController;

/**
 * Changes of the caches over HTTP, for users who are signed in and whom the application
 * lets. They take effect at once, and the name of the user is in what they leave behind.
 */
@RestController
@RequestMapping(CacheController.PATH + "/{name}")
public class CacheOperationController {

	private static final Pattern ID = Pattern.compile("[0-9]{1,18}");

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
		String by = by((user != null) ? user.getName() : null);
		if (Stream.of(asked.id(), asked.key(), asked.pattern()).filter((given) -> given != null).count() != 1) {
			throw CacheProblem.REFUSED_REMOVAL
				.exception("The body names none or several of 'id', 'key' and 'pattern'. Name exactly one of them.");
		}
		boolean dryRun = Boolean.TRUE.equals(asked.dryRun());
		if (asked.id() != null) {
			RemovalResult removed = this.operator.remove(cache(name), id(asked.id()), by, dryRun);
			if (removed.matched() == 0) {
				throw CacheProblem.UNKNOWN_ENTRY.exception("There is no entry '" + asked.id()
						+ "' in the cache, or not any more. Look for its key among the present entries.");
			}
			return CacheController.fresh(removed);
		}
		return CacheController.fresh((asked.key() != null) ? this.operator.remove(cache(name), asked.key(), by, dryRun)
				: this.operator.remove(cache(name), pattern(asked.pattern()), by, dryRun));
	}

	private static long id(String id) {
		if (!ID.matcher(id).matches()) {
			throw CacheProblem.REFUSED_REMOVAL.exception("The field 'id' has the value '" + CacheProblem.shortened(id)
					+ "'. Allowed is the 'id' that an entry has, a number.");
		}
		return Long.parseLong(id);
	}

	static KeyPattern pattern(@Nullable String pattern) {
		try {
			return KeyPattern.of((pattern != null) ? pattern : "");
		}
		catch (IllegalArgumentException ex) {
			throw CacheProblem.REFUSED_REMOVAL.exception("The field 'pattern' is refused. " + ex.getMessage());
		}
	}

	@DeleteMapping("/entries")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	ResponseEntity<Void> clear(@PathVariable String name, @Nullable Principal user) {
		String by = by((user != null) ? user.getName() : null);
		this.operator.clear(cache(name), by);
		return done();
	}

	@PutMapping(path = "/bypass", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<Bypass> bypass(@PathVariable String name, @Nullable Principal user) {
		String by = by((user != null) ? user.getName() : null);
		return CacheController.fresh(this.operator.bypass(cache(name), by));
	}

	@DeleteMapping("/bypass")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	ResponseEntity<Void> endBypass(@PathVariable String name, @Nullable Principal user) {
		String by = by((user != null) ? user.getName() : null);
		this.operator.endBypass(cache(name), by);
		return done();
	}

	@GetMapping(path = "/operations", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<OperationSnapshot>> operations(@PathVariable String name,
			@RequestParam(defaultValue = "100") @Min(1) @Max(CacheController.MOST_ENTRIES) int limit) {
		return CacheController.fresh(this.operator.operations(cache(name), limit));
	}

	private static ResponseEntity<Void> done() {
		return ResponseEntity.noContent().cacheControl(CacheControl.noStore()).build();
	}

	private EhCacheCache cache(String name) {
		return CacheProblem.known(name, this.caches);
	}

	/**
	 * {@return the name of who asks for a change}
	 * @throws org.springframework.web.ErrorResponseException if nobody is known to
	 */
	static String by(@Nullable String user) {
		if (user == null) {
			throw CacheProblem.REFUSED_OPERATION
				.exception("Only a user who is signed in may change a cache, and this request is nobody's. Sign in. If "
						+ "the application has no way to: add spring-boot-starter-security, with a rule that requires "
						+ "authentication below the address of the inspection (yoil.ehcache.web.path).");
		}
		return user;
	}

}
