package dev.yoil.ehcache.internal.live;

import java.security.Principal;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yoil.ehcache.internal.web.CacheController;
import dev.yoil.ehcache.internal.web.CacheOperationController;
import dev.yoil.ehcache.internal.web.CacheProblem;
import dev.yoil.ehcache.internal.web.InspectionController;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;

/**
 * The configuration file over HTTP: its differences from the running one, and applying
 * them.
 */
@InspectionController
public class ConfigurationController {

	private static final String PATH = CacheController.PATH + "/configuration";

	private final ObjectProvider<LiveConfiguration> configurations;

	ConfigurationController(ObjectProvider<LiveConfiguration> configurations) {
		this.configurations = configurations;
	}

	@GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<ConfigurationSnapshot> compare() {
		return CacheController.fresh(known().snapshot());
	}

	@PostMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.OK)
	ResponseEntity<ConfigurationSnapshot> apply(@RequestBody ConfigurationRequest asked, @Nullable Principal user) {
		String by = CacheOperationController.by(user);
		boolean dryRun = Boolean.TRUE.equals(asked.dryRun());
		LiveConfiguration configuration = known();
		// The file must not be read again between the check of its digest and its use.
		synchronized (configuration) {
			ConfigurationSnapshot present = configuration.snapshot();
			if (asked.digest() != null && !asked.digest().equals(present.digest())) {
				throw CacheProblem.STALE_CONFIGURATION
					.exception("The file has changed since. Read the configuration again.");
			}
			try {
				if (!configuration.apply(by, dryRun)) {
					throw CacheProblem.NOTHING_PENDING.exception(
							"Nothing can be applied now: see 'state', and the 'reason' of each change that is not live.");
				}
			}
			catch (EhcacheXmlException ex) {
				throw CacheProblem.INVALID_CONFIGURATION.exception(String.valueOf(ex.getMessage()));
			}
			return CacheController.fresh(dryRun ? present : configuration.snapshot());
		}
	}

	private LiveConfiguration known() {
		return Optional.ofNullable(this.configurations.getIfAvailable())
			.orElseThrow(() -> CacheProblem.UNKNOWN_CACHE.exception(CacheProblem.NONE));
	}

	/**
	 * The body of a request to apply the file.
	 *
	 * @param dryRun whether to change nothing
	 * @param digest the digest that the file must have
	 */
	record ConfigurationRequest(@JsonProperty @Nullable Boolean dryRun, @JsonProperty @Nullable String digest) {
	}

}
