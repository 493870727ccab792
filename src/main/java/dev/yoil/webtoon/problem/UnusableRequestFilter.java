package dev.yoil.webtoon.problem;

import java.io.IOException;
import java.nio.charset.Charset;

import dev.yoil.webtoon.SecurityHeaders;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Refuses requests at which MVC fails, and fails again when it is to answer the failure:
 * a body of a type or in a charset that there is not, and odd spellings of the prefix
 * that the service is mapped to. So it stands in front of every other filter and writes
 * the answer itself. Thread-safe.
 */
final class UnusableRequestFilter implements Filter {

	private final boolean prefixed;

	private final JsonMapper json;

	/**
	 * Creates the filter.
	 * @param prefixed whether MVC is mapped to a prefix
	 * @param json writes the answers
	 */
	UnusableRequestFilter(boolean prefixed, JsonMapper json) {
		this.prefixed = prefixed;
		this.json = json;
	}

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		HttpServletRequest asked = (HttpServletRequest) request;
		if (request.getDispatcherType() == DispatcherType.ERROR) {
			// No other filter adds them to what is for no servlet.
			SecurityHeaders.write(asked, (HttpServletResponse) response);
		}
		String type = asked.getContentType();
		if (type != null && !isUsable(type, asked.getCharacterEncoding())) {
			((HttpServletResponse) response).setHeader(HttpHeaders.ACCEPT, MediaType.APPLICATION_JSON_VALUE);
			refuse(ProblemType.UNSUPPORTED_MEDIA_TYPE
				.problem("The header Content-Type has to name a type of bodies, without "
						+ "wildcards, and a charset that is known, if it names one."),
					asked, (HttpServletResponse) response);
		}
		else if (this.prefixed && !isUsable(asked)) {
			refuse(ContainerProblems.of(HttpStatus.NOT_FOUND.value()), asked, (HttpServletResponse) response);
		}
		else {
			chain.doFilter(request, response);
		}
	}

	/**
	 * Asks MVC and Tomcat, which do not find the same charset in every header.
	 */
	private static boolean isUsable(String type, @Nullable String charset) {
		try {
			return type.isEmpty() || (MediaType.parseMediaType(type).isConcrete()
					&& (charset == null || Charset.isSupported(charset)));
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	/**
	 * Tomcat finds the servlet by the decoded path; MVC then looks for the prefix in the
	 * path as it came.
	 */
	private static boolean isUsable(HttpServletRequest request) {
		try {
			ServletRequestPathUtils.parseAndCache(request);
			ServletRequestPathUtils.clearParsedRequestPath(request);
			return true;
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private void refuse(ProblemDetail problem, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		SecurityHeaders.write(request, response);
		byte[] body = this.json.writeValueAsBytes(problem);
		response.setStatus(problem.getStatus());
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		response.setContentLength(body.length);
		response.getOutputStream().write(body);
	}

}
