package dev.yoil.ehcache.internal.web;

import java.security.Principal;
import java.util.List;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yoil.ehcache.internal.inspect.CacheOperator;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.inspect.RemovalResult;
import dev.yoil.ehcache.internal.web.ClusterSnapshot.CachesOfNode;
import dev.yoil.ehcache.internal.web.InstanceReport.Content;
import dev.yoil.ehcache.internal.web.Instances.Instance;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;

/**
 * HTTP endpoints for the caches of all instances. The view consists of the reports of the
 * instances. A removal is an ordinary write: the other instances learn of it as they
 * learn of a {@code @CacheEvict}.
 */
@InspectionController
public class ClusterController {

	private static final String OF_CACHE = CacheController.PATH + "/{name}/cluster";

	private final InspectedCaches caches;

	private final CacheOperator operator;

	private final InstanceReport report;

	private final @Nullable Instances instances;

	private final Instance only = new Instance(UUID.randomUUID(), null, null, null, true, false, null, null);

	ClusterController(InspectedCaches caches, CacheOperator operator, InstanceReport report,
			ObjectProvider<Instances> instances) {
		this.caches = caches;
		this.operator = operator;
		this.report = report;
		this.instances = instances.getIfAvailable();
	}

	@GetMapping(path = CacheController.PATH + "/cluster", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<ClusterSnapshot> caches() {
		List<Instance> all = (this.instances != null) ? this.instances.all() : List.of(this.only);
		return CacheController.fresh(ClusterSnapshot.of(this.instances != null,
				all.stream().map((instance) -> CachesOfNode.of(instance, report(instance))).toList()));
	}

	private Content report(Instance instance) {
		if (instance.here()) {
			return this.report.content();
		}
		Content read = (instance.report() != null) ? InstanceReport.read(instance.report()) : null;
		return (read != null) ? read : Content.NONE;
	}

	@PostMapping(path = OF_CACHE + "/removals", produces = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.OK)
	ResponseEntity<RemovalResult> remove(@PathVariable String name, @RequestBody ClusterRemovalRequest asked,
			@Nullable Principal user) {
		String by = CacheOperationController.by(user);
		String key = asked.key();
		if (key == null) {
			throw CacheProblem.REFUSED_REMOVAL
				.exception("The body must have a 'key'. An 'id' or a 'pattern' acts on one "
						+ "instance only: send it to each instance, to the path without /cluster.");
		}
		if (Boolean.TRUE.equals(asked.dryRun())) {
			return CacheController.fresh(this.operator.remove(CacheProblem.known(name, this.caches), key, by, true));
		}
		RemovalResult removed = this.operator.removeEverywhere(CacheProblem.known(name, this.caches), key, by);
		if (removed.matched() == 0) {
			throw CacheProblem.UNKNOWN_ENTRY
				.exception("This instance has no entry with the key '" + CacheProblem.shortened(key)
						+ "', so it does not know the regions of the key. Nothing was removed. "
						+ "Send the request to an instance that has the entry, or clear the cache.");
		}
		return CacheController.fresh(removed);
	}

	@DeleteMapping(OF_CACHE + "/entries")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	ResponseEntity<Void> clear(@PathVariable String name, @Nullable Principal user) {
		String by = CacheOperationController.by(user);
		this.operator.clearEverywhere(CacheProblem.known(name, this.caches), by);
		return CacheOperationController.done();
	}

	/**
	 * The body of a removal. The constraints describe the body for API clients; the
	 * controller validates it.
	 *
	 * @param key the text of a key
	 * @param dryRun whether to count the entries of this instance without removing
	 */
	record ClusterRemovalRequest(@JsonProperty @Nullable String key, @JsonProperty @Nullable Boolean dryRun) {
	}

}
