package dev.yoil.webtoon.access;

import java.io.IOException;

import dev.yoil.webtoon.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.util.unit.DataSize;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses bodies that are too large: by the length that the client tells, before any of
 * it is read, or, where it tells none, as soon as whoever reads it has read too much. The
 * connection is closed then, so that nobody has to read the rest.
 */
final class BodyLimitFilter extends OncePerRequestFilter {

	private final DataSize most;

	private final Refusals refusals;

	/**
	 * Creates the filter.
	 * @param most the largest body that is taken
	 * @param refusals answer larger ones
	 */
	BodyLimitFilter(DataSize most, Refusals refusals) {
		this.most = most;
		this.refusals = refusals;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		long length = request.getContentLengthLong();
		if (length > this.most.toBytes()) {
			response.setHeader("Connection", "close");
			this.refusals.refuse(ProblemType.CONTENT_TOO_LARGE, detail(this.most), request, response);
		}
		else if (length < 0 && request.getHeader("Transfer-Encoding") != null) {
			chain.doFilter(new LimitedBody(request, response, this.most), response);
		}
		else {
			chain.doFilter(request, response);
		}
	}

	/**
	 * What is thrown where too much is read.
	 */
	static ErrorResponseException tooLarge(DataSize most) {
		return ProblemType.CONTENT_TOO_LARGE.exception(detail(most));
	}

	private static String detail(DataSize most) {
		return "The body is too large: at most " + most.toBytes() + " bytes are taken.";
	}

}
