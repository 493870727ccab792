package dev.yoil.webtoon;

import java.io.EOFException;
import java.sql.SQLException;

import dev.yoil.probe.AdministratorProbe;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Endpoints for tests only: one for the administrator, one that shows the client, and
 * others that fail.
 */
@Import(AdministratorProbe.class)
class Probes {

	@Bean
	RouterFunction<ServerResponse> address() {
		return RouterFunctions.route()
			.GET("/address", (request) -> ServerResponse.ok().body(client(request.servletRequest())))
			.build();
	}

	@Bean
	RouterFunction<ServerResponse> brokenHandler() {
		return RouterFunctions.route().GET("/broken-handler", (request) -> {
			throw new IllegalStateException("secret");
		}).build();
	}

	/**
	 * Fails as a transaction does whose connection to the database is closed before its
	 * end.
	 */
	@Bean
	RouterFunction<ServerResponse> brokenCommit() {
		SQLException broken = new SQLException("An I/O error occurred", new EOFException());
		return RouterFunctions.route().GET("/broken-commit", (request) -> {
			throw new DataAccessResourceFailureException("Unable to commit", broken);
		}).GET("/broken-rollback", (request) -> {
			throw new TransactionSystemException("Could not roll back", broken);
		}).build();
	}

	@Bean
	FilterRegistrationBean<Filter> brokenFilter() {
		FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) -> {
			throw new IllegalStateException("secret");
		});
		filter.addUrlPatterns("/broken-filter");
		return filter;
	}

	/**
	 * What the service knows of its client.
	 */
	static String client(HttpServletRequest request) {
		return "%s %s %s %s:%s".formatted(request.getRemoteAddr(), request.getScheme(), request.isSecure(),
				request.getServerName(), request.getServerPort());
	}

}
