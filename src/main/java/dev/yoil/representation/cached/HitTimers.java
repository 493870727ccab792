package dev.yoil.representation.cached;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationPredicate;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.server.observation.DefaultServerRequestObservationConvention;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/**
 * The timers in which an observation would end. Thread-safe.
 */
public final class HitTimers {

	private final MeterRegistry meters;

	private final DefaultServerRequestObservationConvention convention;

	private final List<ObservationFilter> filters;

	private final List<ObservationPredicate> predicates;

	private final ConcurrentHashMap<Kind, Optional<Timer>> timers = new ConcurrentHashMap<>();

	/**
	 * Creates the timers.
	 * @param meters registers them
	 * @param convention names them, by nothing but the path pattern, the method, the
	 * status and the exception
	 * @param filters change what an observation is called, for all requests alike
	 * @param predicates tell whether there is an observation, for all requests alike
	 */
	public HitTimers(MeterRegistry meters, DefaultServerRequestObservationConvention convention,
			List<ObservationFilter> filters, List<ObservationPredicate> predicates) {
		this.meters = meters;
		this.convention = convention;
		this.filters = List.copyOf(filters);
		this.predicates = List.copyOf(predicates);
		// A timer that is no longer registered would count for nobody.
		meters.config().onMeterRemoved((meter) -> this.timers.clear());
	}

	void record(@Nullable String pattern, HttpServletRequest request, HttpServletResponse response,
			@Nullable Throwable failure, long nanos) {
		Kind kind = new Kind(pattern, request.getMethod(), response.getStatus(),
				(failure != null) ? failure.getClass() : null);
		Optional<Timer> timer = this.timers.get(kind);
		if (timer == null) {
			timer = timer(pattern, request, response, failure);
			this.timers.put(kind, timer);
		}
		timer.ifPresent((present) -> present.record(nanos, TimeUnit.NANOSECONDS));
	}

	private Optional<Timer> timer(@Nullable String pattern, HttpServletRequest request, HttpServletResponse response,
			@Nullable Throwable failure) {
		ServerRequestObservationContext observed = new ServerRequestObservationContext(request, response);
		if (pattern != null) {
			observed.setPathPattern(pattern);
		}
		if (failure != null) {
			observed.setError(failure);
		}
		if (!this.predicates.stream().allMatch((predicate) -> predicate.test(this.convention.getName(), observed))) {
			return Optional.empty();
		}
		Observation.Context context = observed;
		context.addLowCardinalityKeyValues(this.convention.getLowCardinalityKeyValues(observed));
		for (ObservationFilter filter : this.filters) {
			context = filter.map(context);
		}
		Timer.Builder timer = Timer.builder(this.convention.getName());
		context.getLowCardinalityKeyValues().forEach((tag) -> timer.tag(tag.getKey(), tag.getValue()));
		// As DefaultMeterObservationHandler adds it.
		timer.tag("error", (failure != null) ? failure.getClass().getSimpleName() : "none");
		return Optional.of(timer.register(this.meters));
	}

	private record Kind(@Nullable String pattern, String method, int status, @Nullable Class<?> failure) {
	}

}
