package dev.yoil.ehcache.internal.web;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

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
 * The caches of all instances, whichever of them is asked. Looking changes nothing on any
 * of them; what is changed below {@code /cluster} is changed on all. An only instance
 * answers for itself, and so does one that another instance asks.
 */
@RestController
public class ClusterController {

	private static final String OF_CACHE = CacheController.PATH + "/{name}/cluster";

	/** The address of a request has room for it. */
	private static final int LONGEST_KEY = 4_000;

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
		return CacheController.fresh(ClusterSnapshot.of(this.cluster.isClustered(),
				this.cluster.ask(this.cluster.caller(request, null), request, null, CachesOfNode.class, (node) -> {
					Map<String, CacheFigures> all = new LinkedHashMap<>();
					this.caches.byName().forEach((name, cache) -> all.put(name, this.inspector.figures(cache)));
					return new CachesOfNode(node, all);
				}, (node) -> new CachesOfNode(node, Map.of()))));
	}

	@GetMapping(path = OF_CACHE, produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<ClusterKeySnapshot> key(@PathVariable String name, @RequestParam @Size(max = LONGEST_KEY) String key,
			HttpServletRequest request) {
		Caller caller = this.cluster.caller(request, null);
		EhCacheCache cache = cache(name, caller);
		return CacheController.fresh(ClusterKeySnapshot.of(key, this.cluster.ask(caller, request, null, KeyOnNode.class,
				(node) -> (cache != null) ? here(node, cache, key) : nothing(node), ClusterController::nothing)));
	}

	private KeyOnNode here(ClusterNode node, EhCacheCache cache, String key) {
		KeySnapshot known = this.inspector.key(cache, key);
		Map<String, Long> versions = new TreeMap<>();
		for (String region : known.regions()) {
			RegionVersion version = this.regions.version(region);
			versions.put(region, (version != null) ? version.number() : 0);
		}
		return new KeyOnNode(node, true, known.entry(), known.ageMillis(), known.digest(), known.tierLeftMillis(),
				versions, cache.bypassed());
	}

	private static KeyOnNode nothing(ClusterNode node) {
		return new KeyOnNode(node, false, null, null, null, null, Map.of(), null);
	}

	@PostMapping(path = OF_CACHE + "/removals", produces = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.OK)
	ResponseEntity<List<ClusterOperationResult>> remove(@PathVariable String name,
			@RequestBody ClusterRemovalRequest asked, HttpServletRequest request) {
		String key = asked.key();
		if ((key == null) == (asked.pattern() == null)) {
			throw CacheProblem.REFUSED_REMOVAL.exception(
					"The body names none or both of 'key' and 'pattern'. Name exactly one of them. The 'id' of an entry "
							+ "is of one instance only.");
		}
		KeyPattern pattern = (key != null) ? KeyPattern.of("*") : CacheOperationController.pattern(asked.pattern());
		boolean dryRun = Boolean.TRUE.equals(asked.dryRun());
		return change(name, request, asked, (cache, by) -> (key != null) ? this.operator.remove(cache, key, by, dryRun)
				: this.operator.remove(cache, pattern, by, dryRun));
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
		String by = CacheOperationController.by(caller.name());
		EhCacheCache cache = cache(name, caller);
		return CacheController.fresh(this.cluster.ask(caller, request, body, ClusterOperationResult.class, (node) -> {
			if (cache == null) {
				return ClusterOperationResult.undone(node);
			}
			RemovalResult removed = operation.apply(cache, by);
			return new ClusterOperationResult(node, true, (removed != null) ? removed.matched() : null,
					(removed != null) ? removed.removed() : null);
		}, ClusterOperationResult::undone));
	}

	/**
	 * Instances may have different caches, which is nothing to refuse another one for.
	 */
	private @Nullable EhCacheCache cache(String name, Caller caller) {
		return caller.isNode() ? this.caches.find(name).orElse(null) : CacheProblem.known(name, this.caches);
	}

}
