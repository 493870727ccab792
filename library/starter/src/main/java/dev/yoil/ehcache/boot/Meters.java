package dev.yoil.ehcache.boot;

import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/**
 * The meters of one object, which they reference weakly.
 *
 * @param tags the tags of all of them
 */
record Meters<T>(MeterRegistry registry, T object, Tags tags) {

	/** Returns the same with a further tag. */
	Meters<T> tagged(String key, String value) {
		return new Meters<>(this.registry, this.object, this.tags.and(key, value));
	}

	Meters<T> gauge(String name, String description, ToDoubleFunction<T> value) {
		Gauge.builder(name, this.object, value).tags(this.tags).description(description).register(this.registry);
		return this;
	}

	Meters<T> counter(String name, String description, ToDoubleFunction<T> count) {
		FunctionCounter.builder(name, this.object, count)
			.tags(this.tags)
			.description(description)
			.register(this.registry);
		return this;
	}

	Meters<T> timer(String name, String description, ToLongFunction<T> count, ToDoubleFunction<T> nanos) {
		FunctionTimer.builder(name, this.object, count, nanos, TimeUnit.NANOSECONDS)
			.tags(this.tags)
			.description(description)
			.register(this.registry);
		return this;
	}

}
