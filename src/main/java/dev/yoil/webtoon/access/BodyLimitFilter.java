package dev.yoil.webtoon.access;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import dev.yoil.webtoon.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.util.unit.DataSize;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses bodies that are too large: by the length that the client tells, before any of
 * it is read, or, where it tells none, as soon as whoever reads it has read too much. The
 * connection is closed then, so that nobody has to read the rest. And it refuses bodies
 * that take too long to come.
 */
final class BodyLimitFilter extends OncePerRequestFilter {

	/** A body of the largest size takes so long on a line of 50 kbit/s. */
	private static final Duration LONGEST = Duration.ofSeconds(10);

	/** What has no body that means anything; the actuator would read it all the same. */
	private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

	private final DataSize most;

	private final LongSupplier nanoseconds;

	private final Semaphore waiting;

	private final Refusals refusals;

	/**
	 * Creates the filter.
	 * @param most the largest body that is taken
	 * @param nanoseconds a clock that is never set, such as {@link System#nanoTime()}
	 * @param waiting how many threads may wait for bodies at the same time; at least one
	 * @param refusals answer larger ones
	 */
	BodyLimitFilter(DataSize most, LongSupplier nanoseconds, int waiting, Refusals refusals) {
		this.waiting = new Semaphore(waiting);
		this.most = most;
		this.nanoseconds = nanoseconds;
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
		else if (length > 0 || request.getHeader("Transfer-Encoding") != null) {
			chain.doFilter(READING.contains(request.getMethod()) ? new NoBody(request)
					: new LimitedBody(request, response, this.most, deadline(), this.waiting), response);
		}
		else {
			chain.doFilter(request, response);
		}
	}

	private BooleanSupplier deadline() {
		long start = this.nanoseconds.getAsLong();
		return () -> this.nanoseconds.getAsLong() - start > LONGEST.toNanos();
	}

	/**
	 * What is thrown where too many threads wait already.
	 */
	static ErrorResponseException tooManyWait() {
		return new ErrorResponseException(HttpStatus.SERVICE_UNAVAILABLE, ProblemDetail.forStatusAndDetail(
				HttpStatus.SERVICE_UNAVAILABLE, "Too many clients are sending bodies slowly. Try again later."), null);
	}

	/**
	 * What is thrown where a body is still not there.
	 */
	static ErrorResponseException tooSlow() {
		return ProblemType.BODY_TOO_SLOW.exception("The body took longer to come than " + LONGEST.toSeconds()
				+ " seconds. Send the request again, all of it at once.");
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
