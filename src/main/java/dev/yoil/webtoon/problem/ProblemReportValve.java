package dev.yoil.webtoon.problem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.yoil.webtoon.SecurityHeaders;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.res.StringManager;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;

/**
 * A valve that writes problem details instead of Tomcat's error page for requests that
 * reach no servlet, above all those that could not be parsed.
 * <p>
 * It also refuses bodies with an invalid type or unknown charset: MVC fails on them, and
 * fails again when it handles that failure.
 */
class ProblemReportValve extends ErrorReportValve {

	/**
	 * Tomcat's message for a request line or headers that do not fit its buffer. Tomcat
	 * answers them with 400, and only this text distinguishes them.
	 */
	private static final String TOO_LARGE = StringManager.getManager("org.apache.coyote.http11")
		.getString("iib.requestheadertoolarge.error");

	private final JsonMapper json;

	ProblemReportValve(JsonMapper json) {
		// The encoding of Tomcat's writer cannot be chosen.
		this.json = json.rebuild().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		if ("".equals(request.getHeader(HttpHeaders.ACCEPT))) {
			// The actuator fails on an empty header; treat it as missing.
			request.getCoyoteRequest().getMimeHeaders().removeHeader(HttpHeaders.ACCEPT);
		}
		if (response.isError()) {
			// Tomcat has refused the request. An error page of the service would lack the
			// headers of
			// its filters, and a management port has Boot's page.
			response.setSuspended(false);
			report(request, response, (Throwable) request.getAttribute(RequestDispatcher.ERROR_EXCEPTION));
		}
		else if (!isUsable(request.getContentType(), request.getCharacterEncoding())) {
			response.setHeader(HttpHeaders.ACCEPT, MediaType.APPLICATION_JSON_VALUE);
			write(ProblemType.UNSUPPORTED_MEDIA_TYPE
				.problem("Invalid header 'Content-Type': it must name a media type without wildcards and, if any, "
						+ "a supported charset."),
					request, response);
		}
		else {
			super.invoke(request, response);
		}
	}

	@Override
	protected void report(Request request, Response response, @Nullable Throwable throwable) {
		if (response.getStatus() < HttpStatus.BAD_REQUEST.value() || response.getContentWritten() > 0
				|| !response.setErrorReported() || !canWrite(response)) {
			return;
		}
		if (throwable != null && TOO_LARGE.equals(throwable.getMessage())) {
			response.setStatus(tooLargeStatus(request).value());
		}
		try {
			write(ContainerProblems.of(response.getStatus()), request, response);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The client closed the connection", ex);
		}
	}

	private void write(ProblemDetail problem, Request request, Response response) throws IOException {
		SecurityHeaders.write(request, response);
		response.setStatus(problem.getStatus());
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		Writer writer = response.getReporter();
		if (writer != null) {
			// Tomcat finishes the response. Another valve may add a header before.
			writer.write(this.json.writeValueAsString(problem));
		}
	}

	/**
	 * Checks with MVC and Tomcat, because they may find different charsets in a header.
	 */
	private static boolean isUsable(@Nullable String type, @Nullable String charset) {
		try {
			return type == null || type.isEmpty() || (MediaType.parseMediaType(type).isConcrete()
					&& (charset == null || Charset.isSupported(charset)));
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	/**
	 * Distinguishes a long URI from large headers. The URI is parsed first, so a missing
	 * URI was too long.
	 */
	private static HttpStatus tooLargeStatus(Request request) {
		return request.getCoyoteRequest().requestURI().isNull() ? HttpStatus.URI_TOO_LONG
				: HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE;
	}

	private static boolean canWrite(Response response) {
		AtomicBoolean allowed = new AtomicBoolean();
		response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, allowed);
		return allowed.get();
	}

	/**
	 * Adds the valve to a web server. Boot also finds this class by its name in a file,
	 * for the server of a management port.
	 */
	@Component
	static class Customizer implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {

		private final JsonMapper json;

		Customizer(JsonMapper json) {
			this.json = json;
		}

		@Override
		public void customize(ConfigurableTomcatWebServerFactory factory) {
			factory.addContextCustomizers((context) -> {
				StandardHost host = (StandardHost) context.getParent();
				host.getPipeline().addValve(new ProblemReportValve(this.json));
				// Otherwise the host adds Tomcat's own valve, which writes its page
				// first.
				host.setErrorReportValveClass(ProblemReportValve.class.getName());
			});
		}

	}

}
