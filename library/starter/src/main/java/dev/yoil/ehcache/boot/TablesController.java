package dev.yoil.ehcache.boot;

import dev.yoil.ehcache.internal.tables.TableMap;
import dev.yoil.ehcache.internal.tables.TableWatch;
import dev.yoil.ehcache.internal.web.CacheController;
import dev.yoil.ehcache.internal.web.InspectionController;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * A map of tables over HTTP: the caches that read each table, and the code that writes
 * it.
 */
@InspectionController
class TablesController {

	private final @Nullable TableWatch watch;

	TablesController(@Nullable TableWatch watch) {
		this.watch = watch;
	}

	@GetMapping(path = CacheController.PATH + "/tables", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<TableMap> tables() {
		return CacheController.fresh((this.watch != null) ? this.watch.map() : TableMap.UNWATCHED);
	}

}
