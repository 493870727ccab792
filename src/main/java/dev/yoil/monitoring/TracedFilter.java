package dev.yoil.monitoring;

import java.io.IOException;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * A filter at which the Scouter agent starts its trace. The agent instruments {@code
 * HttpServlet} and classes that directly implement {@link Filter}. Other filters inherit
 * the interface, so a cache hit, which reaches no servlet, would not be traced. A lambda
 * would not work, because agents cannot instrument it.
 */
final class TracedFilter implements Filter {

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		chain.doFilter(request, response);
	}

}
