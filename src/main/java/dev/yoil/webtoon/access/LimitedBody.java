package dev.yoil.webtoon.access;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * A request of whose body no more than so much can be read, and no longer than until a
 * deadline. Whoever reads on gets an exception that is answered with 413 or 408.
 */
final class LimitedBody extends HttpServletRequestWrapper {

	private final HttpServletResponse response;

	private final DataSize most;

	private final BooleanSupplier late;

	private final Semaphore waiting;

	private @Nullable ServletInputStream stream;

	/**
	 * Limits a request.
	 * @param response is told that the connection ends if there is more
	 * @param most how much there may be
	 * @param late tells whether the deadline is over
	 * @param waiting lets only so many threads wait for bodies at the same time
	 */
	LimitedBody(HttpServletRequest request, HttpServletResponse response, DataSize most, BooleanSupplier late,
			Semaphore waiting) {
		super(request);
		this.response = response;
		this.most = most;
		this.late = late;
		this.waiting = waiting;
	}

	@Override
	public ServletInputStream getInputStream() throws IOException {
		if (this.stream == null) {
			this.stream = new LimitedStream(super.getInputStream());
		}
		return this.stream;
	}

	@Override
	public BufferedReader getReader() throws IOException {
		String encoding = getCharacterEncoding();
		return new BufferedReader(new InputStreamReader(getInputStream(),
				(encoding != null) ? Charset.forName(encoding) : StandardCharsets.UTF_8));
	}

	private final class LimitedStream extends ServletInputStream {

		private final ServletInputStream body;

		private long left = LimitedBody.this.most.toBytes();

		LimitedStream(ServletInputStream body) {
			this.body = body;
		}

		@Override
		public int read() throws IOException {
			int next = waiting(this.body::read);
			count((next < 0) ? 0 : 1);
			return next;
		}

		@Override
		public int read(byte[] bytes, int offset, int length) throws IOException {
			int read = waiting(() -> this.body.read(bytes, offset, length));
			count(Math.max(read, 0));
			return read;
		}

		/**
		 * Reads, if nothing has come yet only while few others wait. Of chunks, Tomcat
		 * does not tell whether enough has come.
		 */
		private int waiting(Reading reading) throws IOException {
			if (getContentLengthLong() >= 0 && (this.body.isFinished() || this.body.available() > 0)) {
				return reading.read();
			}
			if (!LimitedBody.this.waiting.tryAcquire()) {
				LimitedBody.this.response.setHeader("Connection", "close");
				throw BodyLimitFilter.tooManyWait();
			}
			try {
				return reading.read();
			}
			finally {
				LimitedBody.this.waiting.release();
			}
		}

		private void count(int read) {
			this.left -= read;
			if (this.left < 0) {
				LimitedBody.this.response.setHeader("Connection", "close");
				throw BodyLimitFilter.tooLarge(LimitedBody.this.most);
			}
			if (read > 0 && LimitedBody.this.late.getAsBoolean()) {
				LimitedBody.this.response.setHeader("Connection", "close");
				throw BodyLimitFilter.tooSlow();
			}
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

	/**
	 * One reading from a body.
	 */
	private interface Reading {

		int read() throws IOException;

	}

}
