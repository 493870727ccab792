package dev.yoil.ehcache.internal.web;

import java.util.List;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Access to the meters of HikariCP and of the web server, if Micrometer is present.
 * Thread-safe.
 */
final class InstanceMeters {

	private static final String POOL = "pool";

	private final ObjectProvider<MeterRegistry> registries;

	InstanceMeters(BeanFactory beans) {
		this.registries = beans.getBeanProvider(MeterRegistry.class);
	}

	List<InstanceStatus.Pool> pools() {
		return gauges("hikaricp.connections.max").map((max) -> {
			String pool = String.valueOf(max.getId().getTag(POOL));
			return new InstanceStatus.Pool(pool, value("hikaricp.connections.active", pool), (long) max.value(),
					value("hikaricp.connections.pending", pool));
		}).toList();
	}

	InstanceStatus.@Nullable Threads threads() {
		return Stream.of("tomcat", "jetty")
			.flatMap((server) -> gauges(server + ".threads.config.max")
				.map((max) -> new InstanceStatus.Threads(sum(gauges(server + ".threads.busy")), (long) max.value())))
			.findFirst()
			.orElse(null);
	}

	private long value(String name, String pool) {
		return sum(gauges(name).filter((gauge) -> pool.equals(gauge.getId().getTag(POOL))));
	}

	private static long sum(Stream<Gauge> gauges) {
		return (long) gauges.mapToDouble(Gauge::value).sum();
	}

	private Stream<Gauge> gauges(String name) {
		MeterRegistry registry = this.registries.getIfUnique();
		return (registry != null) ? registry.find(name).gauges().stream() : Stream.empty();
	}

}
