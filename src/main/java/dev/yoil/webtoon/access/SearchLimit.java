package dev.yoil.webtoon.access;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import dev.yoil.webtoon.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * A bulkhead for searches, which read the whole table: few run at once, so that all other
 * reads find a connection. A client has as many places as searches run at once, whether
 * its searches run or wait. The queue is fair, so a client with many searches delays
 * another client by the time of a few. Thread-safe.
 */
@Component
final class SearchLimit implements HandlerInterceptor, WebMvcConfigurer {

	private static final String[] PATHS = { "/api/v1/webtoon/search", "/search", "/api/v1/admin/webtoons" };

	/** The places of all clients, as a multiple of the searches that run at once. */
	private static final int PLACES = 8;

	private final int limit;

	private final Duration maxWait;

	private final Semaphore running;

	/** For searches that run or wait, each of which holds a thread. */
	private final Semaphore places;

	/** The number of searches of each client that run or wait. */
	private final ConcurrentMap<Object, Integer> clients = new ConcurrentHashMap<>();

	SearchLimit(RequestLimits limits) {
		this.limit = limits.searches().limit();
		this.maxWait = limits.searches().maxWait();
		this.running = new Semaphore(this.limit, true);
		this.places = new Semaphore(this.limit * PLACES);
	}

	@Override
	public void addInterceptors(InterceptorRegistry registry) {
		registry.addInterceptor(this).addPathPatterns(PATHS);
	}

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
		Object client = ClientRateLimit.client(request.getRemoteAddr());
		int searches = this.clients.merge(client, 1, Integer::sum);
		boolean started = false;
		try {
			if (searches > this.limit) {
				throw refused(ProblemType.TOO_MANY_REQUESTS
					.exception("Your address already runs %d searches. Try again when one of them has ended."
						.formatted(this.limit)));
			}
			started = start();
			if (!started) {
				throw refused(new ErrorResponseException(HttpStatus.SERVICE_UNAVAILABLE));
			}
			return true;
		}
		finally {
			if (!started) {
				leave(client);
			}
		}
	}

	private boolean start() {
		if (!this.places.tryAcquire()) {
			return false;
		}
		boolean started = false;
		try {
			started = this.running.tryAcquire(this.maxWait.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			if (!started) {
				this.places.release();
			}
		}
		return started;
	}

	@Override
	public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler,
			@Nullable Exception failure) {
		this.running.release();
		this.places.release();
		leave(ClientRateLimit.client(request.getRemoteAddr()));
	}

	private void leave(Object client) {
		this.clients.computeIfPresent(client, (same, searches) -> (searches > 1) ? searches - 1 : null);
	}

	private static ErrorResponseException refused(ErrorResponseException problem) {
		problem.getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
		return problem;
	}

}
