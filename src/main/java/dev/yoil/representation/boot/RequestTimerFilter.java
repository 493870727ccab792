package dev.yoil.representation.boot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.server.observation.DefaultServerRequestObservationConvention;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Times requests in {@code http.server.requests}, with the tags of Spring's convention.
 * It is of the type of Spring's filter to stand in its place: an observation of each
 * request would make a cache hit cost a tenth more. There is no trace and no timer of the
 * requests under way. Thread-safe.
 */
final class RequestTimerFilter extends ServerHttpObservationFilter {

	private final DefaultServerRequestObservationConvention convention = new DefaultServerRequestObservationConvention();

	private final Meter.MeterProvider<Timer> timers;

	/**
	 * The timers of requests that read and did not fail, hits above all, so that their
	 * tags are not put together each time. The convention looks at nothing else of them.
	 */
	private final Map<Read, Timer> reads = new ConcurrentHashMap<>();

	RequestTimerFilter(MeterRegistry meters) {
		super(ObservationRegistry.NOOP);
		this.timers = Timer.builder(this.convention.getName()).withRegistry(meters);
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		long start = System.nanoTime();
		Throwable failure = null;
		try {
			chain.doFilter(request, response);
		}
		catch (Exception ex) {
			failure = (ex instanceof ServletException && ex.getCause() != null) ? ex.getCause() : ex;
			// As the container will, once all filters have let it pass.
			response.setStatus(HttpStatus.INTERNAL_SERVER_ERROR.value());
			throw ex;
		}
		finally {
			if (request.isAsyncStarted()) {
				request.getAsyncContext().addListener(new Completion(request, response, start));
			}
			else {
				record(request, response, start, failure);
			}
		}
	}

	/**
	 * A request that is answered later is timed once, when that is done.
	 */
	@Override
	protected boolean shouldNotFilterAsyncDispatch() {
		return true;
	}

	private void record(HttpServletRequest request, HttpServletResponse response, long start,
			@Nullable Throwable failure) {
		String pattern = (String) request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
		Timer timer;
		if (failure == null && pattern != null && request.getMethod().equals("GET")) {
			timer = this.reads.computeIfAbsent(new Read(pattern, response.getStatus()),
					(read) -> this.timers.withTags(tags(request, response, pattern, null)));
		}
		else {
			timer = this.timers.withTags(tags(request, response, pattern, failure));
		}
		timer.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
	}

	private List<Tag> tags(HttpServletRequest request, HttpServletResponse response, @Nullable String pattern,
			@Nullable Throwable failure) {
		ServerRequestObservationContext observed = new ServerRequestObservationContext(request, response);
		observed.setPathPattern(pattern);
		if (failure != null) {
			observed.setError(failure);
		}
		List<Tag> tags = new ArrayList<>();
		for (KeyValue tag : this.convention.getLowCardinalityKeyValues(observed)) {
			tags.add(Tag.of(tag.getKey(), tag.getValue()));
		}
		// As an observation would add it.
		tags.add(Tag.of("error", (failure != null) ? failure.getClass().getSimpleName() : "none"));
		return tags;
	}

	private record Read(String pattern, int status) {
	}

	/**
	 * Records a request when its answer is complete.
	 */
	private final class Completion implements AsyncListener {

		private final HttpServletRequest request;

		private final HttpServletResponse response;

		private final long start;

		private volatile @Nullable Throwable failure;

		Completion(HttpServletRequest request, HttpServletResponse response, long start) {
			this.request = request;
			this.response = response;
			this.start = start;
		}

		@Override
		public void onComplete(AsyncEvent event) {
			record(this.request, this.response, this.start, this.failure);
		}

		@Override
		public void onError(AsyncEvent event) {
			this.failure = event.getThrowable();
		}

		@Override
		public void onTimeout(AsyncEvent event) {
			// What comes of it is an answer too.
		}

		@Override
		public void onStartAsync(AsyncEvent event) {
			// Begun again, which forgets its listeners.
			event.getAsyncContext().addListener(this);
		}

	}

}
