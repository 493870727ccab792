package dev.yoil.ehcache.boot;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

import dev.yoil.ehcache.internal.JoinedLoad;
import io.micrometer.observation.Observation;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler;

/**
 * Traces each wait for another caller's load, as a span that links to the span of the
 * load. Starts the span at the end of the wait: only then the load has certainly begun.
 * Thread-safe.
 */
final class JoinedLoadTracing implements TracingObservationHandler<JoinedLoad> {

	private final Tracer tracer;

	/** Not that of the caches: all spans have the time of the system. */
	private final Clock clock = Clock.systemUTC();

	JoinedLoadTracing(Tracer tracer) {
		this.tracer = tracer;
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof JoinedLoad;
	}

	@Override
	public void onStart(JoinedLoad wait) {
		Span parent = getParentSpan(wait);
		Span outer = (parent != null) ? parent : this.tracer.currentSpan();
		Span.Builder span = this.tracer.spanBuilder()
			.name(getSpanName(wait))
			.startTimestamp(ChronoUnit.MICROS.between(Instant.EPOCH, this.clock.instant()), TimeUnit.MICROSECONDS);
		wait.put(Span.Builder.class, (outer != null) ? span.setParent(outer.context()) : span.setNoParent());
		// Handlers of meters require it.
		getTracingContext(wait);
	}

	@Override
	public void onStop(JoinedLoad wait) {
		Span.Builder builder = wait.getRequired(Span.Builder.class);
		TracingContext load = wait.load().get(TracingContext.class);
		if (load != null && load.getSpan() != null) {
			builder.addLink(new Link(load.getSpan()));
		}
		Span span = builder.start();
		tagSpan(wait, span);
		endSpan(wait, span);
	}

	@Override
	public Tracer getTracer() {
		return this.tracer;
	}

}
