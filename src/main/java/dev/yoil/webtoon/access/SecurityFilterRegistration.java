package dev.yoil.webtoon.access;

import java.io.IOException;

import dev.yoil.webtoon.SecurityHeaders;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.security.web.context.AbstractSecurityWebApplicationInitializer;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.filter.DelegatingFilterProxy;

/**
 * Registers Spring Security's filter in the place of Boot's registration, so that reads
 * which Spring Security was found to have no rule for pass without being asked about
 * again. They get their security headers here, as the open chain would write them.
 */
final class SecurityFilterRegistration extends DelegatingFilterProxyRegistrationBean {

	private final OpenReads reads;

	private final WebApplicationContext context;

	SecurityFilterRegistration(OpenReads reads, WebApplicationContext context) {
		super(AbstractSecurityWebApplicationInitializer.DEFAULT_FILTER_NAME);
		this.reads = reads;
		this.context = context;
		setOrder(SecurityFilterProperties.DEFAULT_FILTER_ORDER);
		// Not again when an error is forwarded to its page, which is for everybody who
		// gets
		// the error.
		setDispatcherTypes(DispatcherType.REQUEST);
	}

	@Override
	public DelegatingFilterProxy getFilter() {
		return new DelegatingFilterProxy(getTargetBeanName(), this.context) {

			@Override
			protected void initFilterBean() {
				// When the first request comes, as Boot does.
			}

			@Override
			public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
					throws ServletException, IOException {
				HttpServletRequest asked = (HttpServletRequest) request;
				if (SecurityFilterRegistration.this.reads.knows(asked)) {
					SecurityHeaders.write(asked, (HttpServletResponse) response);
					chain.doFilter(request, response);
				}
				else {
					super.doFilter(request, response, chain);
				}
			}

		};
	}

}
