package dev.yoil.webtoon;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.concurrent.atomic.AtomicBoolean;

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

/**
 * Tomcat's last word on a request that no servlet was asked to answer, as a problem
 * detail instead of a page: above all a request that could not even be parsed.
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
	protected void report(Request request, Response response, @Nullable Throwable throwable) {
		if (response.getStatus() < HttpStatus.BAD_REQUEST.value() || response.getContentWritten() > 0
				|| !response.setErrorReported() || !canWrite(response)) {
			return;
		}
		if (throwable != null && TOO_LARGE.equals(throwable.getMessage())) {
			response.setStatus(tooLargeStatus(request).value());
		}
		try {
			SecurityHeaders.write(request, response);
			response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
			response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
			Writer writer = response.getReporter();
			if (writer != null) {
				writer.write(this.json.writeValueAsString(ContainerProblems.of(response.getStatus())));
				response.finishResponse();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The client did not wait for the problem detail", ex);
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
