package dev.yoil.webtoon.access;

import java.io.IOException;
import java.time.Duration;

import dev.yoil.webtoon.ProblemType;
import io.github.bucket4j.ConsumptionProbe;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets each client change no more than it may.
 */
final class VisitorWriteFilter extends OncePerRequestFilter {

	private final RequestMatcher writes;

	private final AddressBuckets clients;

	private final Refusals refusals;

	/**
	 * Creates the filter.
	 * @param writes what counts
	 * @param clients how often each client may
	 * @param refusals answer what is too much
	 */
	VisitorWriteFilter(RequestMatcher writes, AddressBuckets clients, Refusals refusals) {
		this.writes = writes;
		this.clients = clients;
		this.refusals = refusals;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (this.writes.matches(request)) {
			ConsumptionProbe probe = this.clients.of(request.getRemoteAddr()).tryConsumeAndReturnRemaining(1);
			if (!probe.isConsumed()) {
				this.refusals.refuseFor(Duration.ofNanos(probe.getNanosToWaitForRefill()),
						ProblemType.TOO_MANY_REQUESTS, "Your address has changed too much in too short a time.",
						request, response);
				return;
			}
		}
		chain.doFilter(request, response);
	}

}
