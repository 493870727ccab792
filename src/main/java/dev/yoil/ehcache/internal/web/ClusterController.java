package dev.yoil.ehcache.internal.web;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.cluster.ClusterNode;
import dev.yoil.ehcache.internal.inspect.CacheFigures;
import dev.yoil.ehcache.internal.inspect.CacheInspector;
import dev.yoil.ehcache.internal.inspect.CacheOperator;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.inspect.KeyPattern;
import dev.yoil.ehcache.internal.inspect.KeySnapshot;
import dev.yoil.ehcache.internal.inspect.RemovalResult;
import dev.yoil.ehcache.internal.web.Cluster.Caller;
import dev.yoil.ehcache.internal.web.ClusterKeySnapshot.KeyOnNode;
import dev.yoil.ehcache.internal.web.ClusterSnapshot.CachesOfNode;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * HTTP endpoints for the caches of all instances. Reads leave no trace. Operations run on
 * every instance. A single instance returns its own result.
 */
@RestController
public class ClusterController {

	private static final String OF_CACHE = CacheController.PATH + "/{name}/cluster";

	/** Fits into the request line. */
	private static final int MAX_KEY_LENGTH = 4_000;

	private final InspectedCaches caches;

	private final CacheInspector inspector;

	private final CacheOperator operator;

	private final Regions regions;

	private final Cluster cluster;

	ClusterController(InspectedCaches caches, CacheInspector inspector, CacheOperator operator,
			ObjectProvider<Regions> regions, Cluster cluster) {
		this.caches = caches;
		this.inspector = inspector;
		this.operator = operator;
		this.regions = regions.getIfAvailable(Regions::alone);
		this.cluster = cluster;
	}

	@GetMapping(path = CacheController.PATH + "/cluster", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<ClusterSnapshot> caches(HttpServletRequest request) {
		Caller caller = this.cluster.caller(request, null);
		return CacheController.fresh(
				ClusterSnapshot.of(this.cluster.isClustered(), this.cluster.ask(caller, CachesOfNode.class, (node) -> {
					Map<String, CacheFigures> all = new LinkedHashMap<>();
					this.caches.byName().forEach((name, cache) -> all.put(name, this.inspector.figures(cache)));
					return new CachesOfNode(node, all);
				}, (node) -> new CachesOfNode(node, Map.of()))));
	}

	@GetMapping(path = OF_CACHE, produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<ClusterKeySnapshot> key(@PathVariable String name,
			@RequestParam @Size(max = MAX_KEY_LENGTH) String key, HttpServletRequest request) {
		Caller caller = this.cluster.caller(request, null);
		EhCacheCache cache = cache(name, caller);
		return CacheController.fresh(ClusterKeySnapshot.of(key, this.cluster.ask(caller, KeyOnNode.class,
				(node) -> (cache != null) ? own(node, cache, key) : KeyOnNode.missing(node), KeyOnNode::missing)));
	}

	private KeyOnNode own(ClusterNode node, EhCacheCache cache, String key) {
		KeySnapshot known = this.inspector.key(cache, key);
		Map<String, Long> versions = new TreeMap<>();
		for (String region : known.regions()) {
			RegionVersion version = this.regions.version(region);
			versions.put(region, (version != null) ? version.number() : 0);
		}
		return new KeyOnNode(node, true, known.entry(), known.ageMillis(), known.digest(), known.tierLeftMillis(),
				versions, cache.bypassed());
	}

	@PostMapping(path = OF_CACHE + "/removals", produces = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.OK)
	ResponseEntity<List<ClusterOperationResult>> remove(@PathVariable String name,
			@RequestBody ClusterRemovalRequest removal, HttpServletRequest request) {
		String key = removal.key();
		if ((key == null) == (removal.pattern() == null)) {
			throw CacheProblem.REFUSED_REMOVAL.exception(
					"The body must have exactly one of 'key' and 'pattern'. The 'id' of an entry is valid on one "
							+ "instance only.");
		}
		KeyPattern pattern = (key != null) ? KeyPattern.of("*") : CacheOperationController.pattern(removal.pattern());
		boolean dryRun = Boolean.TRUE.equals(removal.dryRun());
		return change(name, request, removal, (cache, by) -> (key != null)
				? this.operator.remove(cache, key, by, dryRun) : this.operator.remove(cache, pattern, by, dryRun));
	}

	@DeleteMapping(path = OF_CACHE + "/entries", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<ClusterOperationResult>> clear(@PathVariable String name, HttpServletRequest request) {
		return change(name, request, null, (cache, by) -> {
			long removed = this.operator.clear(cache, by);
			return new RemovalResult(removed, removed, false, List.of());
		});
	}

	@PutMapping(path = OF_CACHE + "/bypass", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<ClusterOperationResult>> bypass(@PathVariable String name, HttpServletRequest request) {
		return change(name, request, null, (cache, by) -> {
			this.operator.bypass(cache, by);
			return null;
		});
	}

	@DeleteMapping(path = OF_CACHE + "/bypass", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<ClusterOperationResult>> endBypass(@PathVariable String name, HttpServletRequest request) {
		return change(name, request, null, (cache, by) -> {
			this.operator.endBypass(cache, by);
			return null;
		});
	}

	private ResponseEntity<List<ClusterOperationResult>> change(String name, HttpServletRequest request,
			@Nullable Object body, BiFunction<EhCacheCache, String, @Nullable RemovalResult> operation) {
		Caller caller = this.cluster.caller(request, body);
		String by = CacheOperationController.by(caller.user().isEmpty() ? null : caller.user());
		EhCacheCache cache = cache(name, caller);
		return CacheController.fresh(this.cluster.ask(caller, ClusterOperationResult.class, (node) -> {
			if (cache == null) {
				return ClusterOperationResult.missing(node);
			}
			RemovalResult removed = operation.apply(cache, by);
			return (removed != null) ? new ClusterOperationResult(node, true, removed.matched(), removed.removed())
					: new ClusterOperationResult(node, true, null, null);
		}, ClusterOperationResult::missing));
	}

	/**
	 * Returns {@code null} for a forwarded request if this instance lacks the cache.
	 */
	private @Nullable EhCacheCache cache(String name, Caller caller) {
		return caller.isNode() ? this.caches.find(name).orElse(null) : CacheProblem.known(name, this.caches);
	}

	/**
	 * The result of an operation on one instance.
	 *
	 * @param node the instance; if it does not answer, the result is unknown
	 * @param done whether the instance confirms the operation; {@code false} if it lacks
	 * the cache
	 * @param matched the number of matching entries; {@code null} unless entries were to
	 * be removed
	 * @param removed the number of removed entries; {@code null} likewise
	 */
	record ClusterOperationResult(ClusterNode node, boolean done, @Nullable Long matched, @Nullable Long removed) {

		static ClusterOperationResult missing(ClusterNode node) {
			return new ClusterOperationResult(node, false, null, null);
		}

	}

	/**
	 * The body of a removal: exactly one of a key and a pattern. The constraints describe
	 * the body for API clients; the controller validates it.
	 *
	 * @param key the text of a key
	 * @param pattern a pattern for the texts of keys: * for any text, ? for one
	 * character, a backslash before a literal character
	 * @param dryRun whether to count without removing
	 */
	record ClusterRemovalRequest(@JsonProperty @Nullable String key,
			@JsonProperty @Size(min = 1, max = 1_000) @Nullable String pattern,
			@JsonProperty @Nullable Boolean dryRun) {
	}

}
