package dev.yoil.ehcache.internal.finding;

import java.util.List;

import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.web.CacheController;
import dev.yoil.ehcache.internal.web.CacheProblem;
import dev.yoil.ehcache.internal.web.InspectionController;
import dev.yoil.ehcache.internal.whatif.CacheSimulations;
import dev.yoil.ehcache.internal.whatif.WhatIf;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;

/**
 * Findings about the caches and their simulation over HTTP. Reading changes nothing in a
 * cache.
 */
@InspectionController
@RequestMapping(path = CacheController.PATH, produces = MediaType.APPLICATION_JSON_VALUE)
public class CacheTuningController {

	private final InspectedCaches caches;

	private final CacheFindings findings;

	private final CacheSimulations simulations;

	CacheTuningController(InspectedCaches caches, CacheFindings findings, CacheSimulations simulations) {
		this.caches = caches;
		this.findings = findings;
		this.simulations = simulations;
	}

	@GetMapping("/{name}/what-if")
	ResponseEntity<WhatIf> whatIf(@PathVariable String name) {
		return CacheController.fresh(this.simulations.of(CacheProblem.known(name, this.caches)));
	}

	@GetMapping("/findings")
	ResponseEntity<List<Finding>> allFindings() {
		CacheProblem.requireManager(this.caches);
		return CacheController.fresh(this.findings.all());
	}

	@GetMapping("/{name}/findings")
	ResponseEntity<List<Finding>> findings(@PathVariable String name) {
		return CacheController.fresh(this.findings.one(CacheProblem.known(name, this.caches)));
	}

}
