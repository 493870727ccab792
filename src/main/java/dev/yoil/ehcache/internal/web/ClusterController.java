package dev.yoil.ehcache.internal.web;

import java.security.Principal;
import java.util.List;
import java.util.Set;

import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.web.NodeRequest.Action;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

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
 * answers for itself.
 */
@RestController
public class ClusterController {

	private static final String OF_CACHE = CacheController.PATH + "/{name}/cluster";

	/** The address of a request has room for it. */
	private static final int LONGEST_KEY = 4_000;

	private final InspectedCaches caches;

	private final Cluster cluster;

	ClusterController(InspectedCaches caches, Cluster cluster) {
		this.caches = caches;
		this.cluster = cluster;
	}

	@GetMapping(path = CacheController.PATH + "/cluster", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<ClusterSnapshot> caches() {
		return CacheController.fresh(this.cluster.caches());
	}

	@GetMapping(path = OF_CACHE, produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<ClusterKeySnapshot> key(@PathVariable String name,
			@RequestParam @Size(max = LONGEST_KEY) String key) {
		refuseUnknown(name);
		return CacheController.fresh(this.cluster.key(name, key));
	}

	@PostMapping(path = OF_CACHE + "/removals", produces = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.OK)
	ResponseEntity<List<ClusterOperationResult>> remove(@PathVariable String name,
			@RequestBody ClusterRemovalRequest asked, @Nullable Principal user) {
		String by = CacheOperationController.by(user);
		if ((asked.key() == null) == (asked.pattern() == null)) {
			throw CacheProblem.REFUSED_REMOVAL.exception(
					"The body names none or both of 'key' and 'pattern'. Name exactly one of them. The 'id' of an entry "
							+ "is of one instance only.");
		}
		boolean dryRun = Boolean.TRUE.equals(asked.dryRun());
		return change(name,
				(asked.key() != null) ? new NodeRequest(Action.REMOVE, name, asked.key(), Set.of(), by, dryRun)
						: new NodeRequest(Action.REMOVE_PATTERN, name,
								CacheOperationController.pattern(asked.pattern()).toString(), Set.of(), by, dryRun));
	}

	@DeleteMapping(path = OF_CACHE + "/entries", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<ClusterOperationResult>> clear(@PathVariable String name, @Nullable Principal user) {
		return change(name, Action.CLEAR, user);
	}

	@PutMapping(path = OF_CACHE + "/bypass", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<ClusterOperationResult>> bypass(@PathVariable String name, @Nullable Principal user) {
		return change(name, Action.BYPASS, user);
	}

	@DeleteMapping(path = OF_CACHE + "/bypass", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<ClusterOperationResult>> endBypass(@PathVariable String name, @Nullable Principal user) {
		return change(name, Action.END_BYPASS, user);
	}

	private ResponseEntity<List<ClusterOperationResult>> change(String name, Action action, @Nullable Principal user) {
		return change(name, new NodeRequest(action, name, null, Set.of(), CacheOperationController.by(user), false));
	}

	private ResponseEntity<List<ClusterOperationResult>> change(String name, NodeRequest asked) {
		refuseUnknown(name);
		return CacheController.fresh(this.cluster.change(asked));
	}

	private void refuseUnknown(String name) {
		CacheProblem.known(name, this.caches);
	}

}
