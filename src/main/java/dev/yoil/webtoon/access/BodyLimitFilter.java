package dev.yoil.webtoon.access;

import java.io.IOException;

import dev.yoil.webtoon.problem.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingRequestWrapper;

/**
 * Refuses bodies that are too large: by {@code Content-Length}, before any of it is read,
 * or, where there is none, as soon as whoever reads it has read too much. Tomcat's own
 * limits hold for forms only. Thread-safe.
 */
final class BodyLimitFilter extends OncePerRequestFilter {

	private final int limit;

	private final Refusals refusals;

	/**
	 * Creates the filter.
	 * @param limit the largest body that is taken, at least one byte and below 2 GB
	 */
	BodyLimitFilter(DataSize limit, Refusals refusals) {
		this.limit = Math.toIntExact(limit.toBytes());
		this.refusals = refusals;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (request.getContentLengthLong() > this.limit) {
			this.refusals.refuse(ProblemType.CONTENT_TOO_LARGE, detail(), request, response);
		}
		else {
			boolean chunked = request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
			chain.doFilter(chunked ? new LimitedBody(request) : request, response);
		}
	}

	private String detail() {
		return "The body is too large: at most " + this.limit + " bytes are taken.";
	}

	private final class LimitedBody extends ContentCachingRequestWrapper {

		LimitedBody(HttpServletRequest request) {
			super(request, BodyLimitFilter.this.limit);
		}

		@Override
		protected void handleContentOverflow(int limit) {
			throw ProblemType.CONTENT_TOO_LARGE.exception(detail());
		}

	}

}
