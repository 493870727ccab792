package dev.yoil.ehcache.web;

import java.util.List;

import dev.yoil.ehcache.doctor.CacheDoctor;
import dev.yoil.ehcache.doctor.Finding;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * What is wrong with the caches, over HTTP. Looking changes nothing in them.
 */
@RestController
@Tag(name = "Caches")
@RequestMapping("/api/v1/cache")
public class FindingsController {

	private final CacheDoctor doctor;

	/**
	 * Creates the controller.
	 * @param doctor looks for what is wrong
	 */
	public FindingsController(CacheDoctor doctor) {
		this.doctor = doctor;
	}

	@Operation(summary = "What is wrong with any cache, why, and which line of ehcache.xml to change.")
	@GetMapping(path = "/" + ReservedNames.FINDINGS, produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<Finding>> all() {
		return CacheController.fresh(this.doctor.all());
	}

	@Operation(summary = "What is wrong with one cache, why, and which line of ehcache.xml to change.")
	@GetMapping(path = "/{name}/findings", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<List<Finding>> one(@PathVariable String name) {
		return CacheController
			.fresh(this.doctor.one(name).orElseThrow(() -> CacheProblem.unknownCache(name, this.doctor.names())));
	}

}
