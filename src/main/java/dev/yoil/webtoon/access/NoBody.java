package dev.yoil.webtoon.access;

import java.io.BufferedReader;
import java.io.Reader;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;

/**
 * A request whose body nobody gets to read, so that nobody waits for it.
 */
final class NoBody extends HttpServletRequestWrapper {

	NoBody(HttpServletRequest request) {
		super(request);
	}

	@Override
	public ServletInputStream getInputStream() {
		return new Nothing();
	}

	@Override
	public BufferedReader getReader() {
		return new BufferedReader(Reader.nullReader());
	}

	private static final class Nothing extends ServletInputStream {

		@Override
		public int read() {
			return -1;
		}

		@Override
		public boolean isFinished() {
			return true;
		}

		@Override
		public boolean isReady() {
			return true;
		}

		@Override
		public void setReadListener(ReadListener listener) {
			throw new IllegalStateException("Nothing is read without blocking here");
		}

	}

}
