package dev.yoil.ehcache.web;

import java.security.Principal;
import java.util.List;
import java.util.Set;

import dev.yoil.ehcache.inspect.InspectedCaches;
import dev.yoil.ehcache.web.NodeRequest.Action;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
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
@Tag(name = "Caches")
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

	@Operation(summary = "All instances, and the figures of their caches side by side.",
			description = "An instance that does not answer within half a second is shown without any.")
	@GetMapping(path = CacheController.PATH + "/cluster", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<ClusterSnapshot> caches() {
		return CacheController.fresh(this.cluster.caches());
	}

	@Operation(summary = "One key on all instances, and in what they differ.")
	@GetMapping(path = OF_CACHE, produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<ClusterKeySnapshot> key(@PathVariable String name,
			@RequestParam @Size(max = LONGEST_KEY) String key) {
		refuseUnknown(name);
		return CacheController.fresh(this.cluster.key(name, key));
	}

	@Operation(summary = "Removes entries from a cache on all instances: those of a key by its text, or all whose "
			+ "keys match a pattern.")
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

	@Operation(summary = "Empties a cache on all instances.")
	@DeleteMapping(path = OF_CACHE + "/entries", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<ClusterOperationResult>> clear(@PathVariable String name, @Nullable Principal user) {
		return change(name, Action.CLEAR, user);
	}

	@Operation(summary = "Bypasses a cache on all instances until that is ended.",
			description = "Does nothing where it is bypassed already.")
	@PutMapping(path = OF_CACHE + "/bypass", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<ClusterOperationResult>> bypass(@PathVariable String name, @Nullable Principal user) {
		return change(name, Action.BYPASS, user);
	}

	@Operation(summary = "Uses a cache again on all instances, which is empty then.",
			description = "Does nothing where it is not bypassed.")
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
