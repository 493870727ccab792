package dev.yoil.webtoon;

import java.util.Collections;
import java.util.Enumeration;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerAdapter;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.HttpRequestHandlerAdapter;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/**
 * A handler adapter that sends static files always as a whole, which RFC 9110, section
 * 14.2, permits. Spring would send a range of the uncompressed file under the tag of the
 * compressed one, and ignores {@code If-Range}. Thread-safe.
 */
@Component
final class WholeFiles implements HandlerAdapter, Ordered {

	private final HttpRequestHandlerAdapter handlers = new HttpRequestHandlerAdapter();

	@Override
	public boolean supports(Object handler) {
		return handler instanceof ResourceHttpRequestHandler;
	}

	@Override
	public @Nullable ModelAndView handle(HttpServletRequest request, HttpServletResponse response, Object handler)
			throws Exception {
		return this.handlers.handle(new WithoutRange(request), new NotInRanges(response), handler);
	}

	@Override
	public int getOrder() {
		// Before Spring's adapters, which have no order.
		return Ordered.HIGHEST_PRECEDENCE;
	}

	private static final class WithoutRange extends HttpServletRequestWrapper {

		WithoutRange(HttpServletRequest request) {
			super(request);
		}

		@Override
		public @Nullable String getHeader(String name) {
			return HttpHeaders.RANGE.equalsIgnoreCase(name) ? null : super.getHeader(name);
		}

		@Override
		public Enumeration<String> getHeaders(String name) {
			return HttpHeaders.RANGE.equalsIgnoreCase(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
		}

	}

	private static final class NotInRanges extends HttpServletResponseWrapper {

		NotInRanges(HttpServletResponse response) {
			super(response);
		}

		@Override
		public void setHeader(String name, @Nullable String value) {
			if (!HttpHeaders.ACCEPT_RANGES.equalsIgnoreCase(name)) {
				super.setHeader(name, value);
			}
		}

	}

}
