package dev.yoil.representation.cached;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import dev.yoil.representation.cached.Routes.Route;
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
 * The timers in which an observation of a hit would end. Thread-safe.
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
	}

	void record(Route route, HttpServletRequest request, HttpServletResponse response, @Nullable Throwable failure,
			long duration, TimeUnit unit) {
		Kind kind = new Kind(route.pattern(), request.getMethod(), response.getStatus(),
				(failure != null) ? failure.getClass() : null);
		Optional<Timer> timer = this.timers.get(kind);
		if (timer == null) {
			timer = timer(route, request, response, failure);
			this.timers.put(kind, timer);
		}
		timer.ifPresent((present) -> present.record(duration, unit));
	}

	private Optional<Timer> timer(Route route, HttpServletRequest request, HttpServletResponse response,
			@Nullable Throwable failure) {
		ServerRequestObservationContext observed = new ServerRequestObservationContext(request, response);
		observed.setPathPattern(route.pattern());
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

	private record Kind(String pattern, String method, int status, @Nullable Class<?> failure) {
	}

}
