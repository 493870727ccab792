package dev.yoil.webtoon.access;

import java.io.IOException;

import dev.yoil.webtoon.SecurityHeaders;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Adds the security headers to every answer.
 */
final class HeadersFilter implements Filter {

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		SecurityHeaders.write((HttpServletRequest) request, (HttpServletResponse) response);
		chain.doFilter(request, response);
	}

}
