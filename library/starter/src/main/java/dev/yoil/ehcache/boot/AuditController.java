package dev.yoil.ehcache.boot;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.yoil.ehcache.internal.audit.AuditedCaches;
import dev.yoil.ehcache.internal.audit.FreshnessAudit;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.web.CacheController;
import dev.yoil.ehcache.internal.web.InspectionController;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * The results of the audit over HTTP.
 */
@InspectionController
class AuditController {

	private final InspectedCaches caches;

	private final @Nullable FreshnessAudit audit;

	AuditController(InspectedCaches caches, @Nullable FreshnessAudit audit) {
		this.caches = caches;
		this.audit = audit;
	}

	@GetMapping(path = CacheController.PATH + "/audit", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<AuditedCaches> audit() {
		FreshnessAudit present = this.audit;
		if (present == null) {
			return CacheController.fresh(AuditedCaches.NONE);
		}
		Map<String, AuditedCaches.Result> results = new LinkedHashMap<>();
		this.caches.byName().forEach((name, cache) -> {
			AuditedCaches.Result result = present.of(cache);
			if (result != null) {
				results.put(name, result);
			}
		});
		return CacheController.fresh(new AuditedCaches(true, results));
	}

}
