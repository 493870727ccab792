package dev.yoil.ehcache.internal.web;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.internal.inspect.CacheHistory;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.inspect.RecentActivity;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * HTTP endpoint for the state of this instance. Reading changes nothing.
 */
@InspectionController
public class StatusController {

	private final InspectedCaches caches;

	private final CacheHistory history;

	private final Environment environment;

	private final InstanceReport report;

	private final @Nullable URI dashboard;

	/** Found at the first request, because the lookup can take seconds. */
	private final SingletonSupplier<String> host = SingletonSupplier.of(StatusController::host);

	/**
	 * Creates the controller.
	 * @param dashboard the URL of a dashboard; {@code null} for none
	 */
	public StatusController(InspectedCaches caches, CacheHistory history, Environment environment,
			InstanceReport report, @Nullable URI dashboard) {
		this.caches = caches;
		this.history = history;
		this.environment = environment;
		this.report = report;
		this.dashboard = dashboard;
	}

	@GetMapping(path = CacheController.PATH + "/status", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<InstanceStatus> instance() {
		String port = this.environment.getProperty("local.server.port");
		Map<String, Map<String, RecentActivity>> recent = new LinkedHashMap<>();
		this.caches.byName().forEach((name, cache) -> recent.put(name, this.history.recent(cache)));
		return CacheController.fresh(new InstanceStatus(this.environment.getProperty("spring.application.name"),
				(port != null) ? this.host.obtain() + ":" + port : this.host.obtain(), this.report.version(),
				List.of(this.environment.getActiveProfiles()), InstanceReport.uptimeSeconds(),
				ZoneId.systemDefault().getId(), this.dashboard, this.report.pools(), this.report.threads(), recent));
	}

	private static String host() {
		try {
			return InetAddress.getLocalHost().getHostName();
		}
		catch (UnknownHostException ex) {
			return "localhost";
		}
	}

}
