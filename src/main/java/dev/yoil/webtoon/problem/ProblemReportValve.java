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
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.res.StringManager;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;

/**
 * Tomcat's last word on a request that no servlet was asked to answer, as a problem
 * detail instead of a page: above all a request that could not even be parsed.
 * <p>
 * It also refuses bodies of a type or in a charset that there is not: MVC fails at them,
 * and fails again when it is to answer the failure.
 */
class ProblemReportValve extends ErrorReportValve {

	/**
	 * What Tomcat says of a request line or headers that do not fit its buffer. It
	 * answers them with 400, and only this text tells them from other bad requests.
	 */
	private static final String TOO_LARGE = StringManager.getManager("org.apache.coyote.http11")
		.getString("iib.requestheadertoolarge.error");

	private final JsonMapper json;

	ProblemReportValve(JsonMapper json) {
		// The report goes through a writer whose encoding is not ours to choose.
		this.json = json.rebuild().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		if ("".equals(request.getHeader(HttpHeaders.ACCEPT))) {
			// As good as none, but the actuator fails at it.
			request.getCoyoteRequest().getMimeHeaders().removeHeader(HttpHeaders.ACCEPT);
		}
		if (response.isError()) {
			// Tomcat has refused it. An error page of the service would lack the headers
			// of its filters, and the actuator's own port has Boot's page.
			response.setSuspended(false);
			report(request, response, (Throwable) request.getAttribute(RequestDispatcher.ERROR_EXCEPTION));
		}
		else if (!isUsable(request.getContentType(), request.getCharacterEncoding())) {
			response.setHeader(HttpHeaders.ACCEPT, MediaType.APPLICATION_JSON_VALUE);
			write(ProblemType.UNSUPPORTED_MEDIA_TYPE
				.problem("The header Content-Type has to name a type of bodies, without wildcards, and a charset "
						+ "that is known, if it names one."),
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
			throw new UncheckedIOException("The client did not wait for the problem detail", ex);
		}
	}

	private void write(ProblemDetail problem, Request request, Response response) throws IOException {
		SecurityHeaders.write(request, response);
		response.setStatus(problem.getStatus());
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		Writer writer = response.getReporter();
		if (writer != null) {
			writer.write(this.json.writeValueAsString(problem));
			response.finishResponse();
		}
	}

	/**
	 * Asks MVC and Tomcat, which do not find the same charset in every header.
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
	 * The address is parsed before the headers: where there is none, it was the address.
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

}
