package dev.yoil.webtoon.access;

import java.io.IOException;

import dev.yoil.webtoon.problem.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingRequestWrapper;

/**
 * A limit on the size of request bodies. Larger ones are refused: by
 * {@code Content-Length} before reading, or otherwise as soon as more than the limit is
 * read. Tomcat's own limits apply to forms only. Thread-safe.
 */
final class BodyLimitFilter extends OncePerRequestFilter {

	private final int limit;

	private final Refusals refusals;

	/**
	 * Creates the filter.
	 * @param limit the largest accepted body, from one byte to less than 2 GB
	 */
	BodyLimitFilter(DataSize limit, Refusals refusals) {
		this.limit = Math.toIntExact(limit.toBytes());
		this.refusals = refusals;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (request.getContentLengthLong() > this.limit) {
			this.refusals.answer(problem(), request, response);
		}
		else {
			boolean chunked = request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
			chain.doFilter(chunked ? new LimitedBody(request) : request, response);
		}
	}

	private ErrorResponseException problem() {
		return ProblemType.CONTENT_TOO_LARGE.exception("The body is too large. The limit is " + this.limit + " bytes.");
	}

	private final class LimitedBody extends ContentCachingRequestWrapper {

		LimitedBody(HttpServletRequest request) {
			super(request, BodyLimitFilter.this.limit);
		}

		@Override
		protected void handleContentOverflow(int limit) {
			throw problem();
		}

	}

}
