package dev.yoil.webtoon.access;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.yoil.webtoon.problem.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.util.unit.DataSize;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingRequestWrapper;

/**
 * A limit on the size of request bodies, and on the time in which they must arrive.
 * Larger ones are refused: by {@code Content-Length} before reading, or otherwise as soon
 * as more than the limit is read. Tomcat limits the size of forms only, and only the time
 * between two reads. Thread-safe.
 */
final class BodyLimitFilter extends OncePerRequestFilter {

	/**
	 * Checked before each read. A read waits for
	 * {@code server.tomcat.connection-timeout}, so a body takes no longer than the sum of
	 * both.
	 */
	static final Duration LONGEST = Duration.ofSeconds(10);

	private final int limit;

	private final Refusals refusals;

	private final Ticker ticker;

	/**
	 * Creates the filter.
	 * @param limit the largest accepted body, from one byte to less than 2 GB
	 * @param ticker the time source, independent of the wall clock
	 */
	BodyLimitFilter(DataSize limit, Refusals refusals, Ticker ticker) {
		this.limit = Math.toIntExact(limit.toBytes());
		this.refusals = refusals;
		this.ticker = ticker;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		long length = request.getContentLengthLong();
		if (length > this.limit) {
			this.refusals.answer(problem(), request, response);
		}
		else if (length > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null) {
			HttpServletRequest punctual = new PunctualBody(request);
			chain.doFilter((length > 0) ? punctual : new LimitedBody(punctual),
					UnreadBodyValve.announcing(request, response));
		}
		else {
			chain.doFilter(request, response);
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

	private final class PunctualBody extends HttpServletRequestWrapper {

		private final long begun = BodyLimitFilter.this.ticker.read();

		PunctualBody(HttpServletRequest request) {
			super(request);
		}

		@Override
		public ServletInputStream getInputStream() throws IOException {
			return new PunctualStream(super.getInputStream(), this);
		}

		@Override
		public BufferedReader getReader() throws IOException {
			String encoding = getCharacterEncoding();
			return new BufferedReader(new InputStreamReader(getInputStream(),
					(encoding != null) ? Charset.forName(encoding) : StandardCharsets.UTF_8));
		}

		private void check() {
			if (BodyLimitFilter.this.ticker.read() - this.begun > LONGEST.toNanos()) {
				throw new ErrorResponseException(HttpStatus.REQUEST_TIMEOUT);
			}
		}

	}

	private static final class PunctualStream extends ServletInputStream {

		private final ServletInputStream body;

		private final PunctualBody request;

		PunctualStream(ServletInputStream body, PunctualBody request) {
			this.body = body;
			this.request = request;
		}

		@Override
		public int read() throws IOException {
			this.request.check();
			return this.body.read();
		}

		@Override
		public int read(byte[] bytes, int offset, int length) throws IOException {
			this.request.check();
			return this.body.read(bytes, offset, length);
		}

		@Override
		public boolean isFinished() {
			return this.body.isFinished();
		}

		@Override
		public boolean isReady() {
			return this.body.isReady();
		}

		@Override
		public void setReadListener(ReadListener listener) {
			this.body.setReadListener(listener);
		}

	}

}
