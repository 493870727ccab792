package dev.yoil.ehcache.internal.web;

import dev.yoil.ehcache.internal.web.InstanceStatus.Pool;
import dev.yoil.ehcache.internal.web.InstanceStatus.Threads;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;

import static org.assertj.core.api.Assertions.assertThat;

class InstanceMetersTests {

	private final MeterRegistry registry = new SimpleMeterRegistry();

	private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();

	private final InstanceMeters meters = new InstanceMeters(this.beans);

	@Test
	void hasNothingWithoutMeters() {
		assertThat(this.meters.pools()).isEmpty();
		this.beans.registerSingleton("registry", this.registry);
		assertThat(this.meters.pools()).isEmpty();
		assertThat(this.meters.threads()).isNull();
	}

	@Test
	void readsPoolsAndThreads() {
		this.beans.registerSingleton("registry", this.registry);
		pool("main", 3, 10, 2);
		pool("reports", 0, 4, 0);
		Gauge.builder("tomcat.threads.busy", () -> 7).register(this.registry);
		Gauge.builder("tomcat.threads.config.max", () -> 200).register(this.registry);
		assertThat(this.meters.pools()).containsExactlyInAnyOrder(new Pool("main", 3, 10, 2),
				new Pool("reports", 0, 4, 0));
		assertThat(this.meters.threads()).isEqualTo(new Threads(7, 200));
	}

	private void pool(String name, int active, int max, int pending) {
		gauge("active", name, active);
		gauge("max", name, max);
		gauge("pending", name, pending);
	}

	private void gauge(String name, String pool, int value) {
		Gauge.builder("hikaricp.connections." + name, () -> value).tag("pool", pool).register(this.registry);
	}

}
