package dev.yoil.monitoring;

import java.io.IOException;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * Does nothing but go on: it is there for the Scouter agent to begin its trace at. The
 * agent looks for {@code HttpServlet} and for classes that name {@link Filter} among
 * their own interfaces. Our other filters inherit it, so a hit, which never comes to the
 * servlet, would leave no trace. It cannot be a lambda, which no agent gets to see.
 */
final class TracedFilter implements Filter {

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		chain.doFilter(request, response);
	}

}
