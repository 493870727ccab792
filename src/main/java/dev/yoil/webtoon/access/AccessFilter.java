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
 * Stands in the place of Spring Security's filter: adds the security headers to every
 * answer, lets public reads pass, about which there is nothing to decide, and has Spring
 * Security decide about all the rest.
 */
final class AccessFilter implements Filter {

	private final PublicReads publicReads;

	private final Filter security;

	/**
	 * Creates the filter.
	 * @param publicReads what passes
	 * @param security Spring Security's filter
	 */
	AccessFilter(PublicReads publicReads, Filter security) {
		this.publicReads = publicReads;
		this.security = security;
	}

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		HttpServletRequest asked = (HttpServletRequest) request;
		SecurityHeaders.write(asked, (HttpServletResponse) response);
		if (this.publicReads.matches(asked)) {
			chain.doFilter(request, response);
		}
		else {
			this.security.doFilter(request, response, chain);
		}
	}

}
