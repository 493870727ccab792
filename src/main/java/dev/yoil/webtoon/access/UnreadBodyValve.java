package dev.yoil.webtoon.access;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

import org.springframework.http.HttpHeaders;
import org.springframework.security.web.util.OnCommittedResponseWrapper;

/**
 * A valve that closes the connection after a response if the body of the request has not
 * arrived by then. Tomcat would read up to 2 MB of it and throw it away, and a client
 * that sends slowly would hold the thread. The response says that the connection closes;
 * otherwise a client may send its next request on it.
 */
final class UnreadBodyValve extends ValveBase {

	private static final String REQUEST = UnreadBodyValve.class.getName();

	UnreadBodyValve() {
		super(true);
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		if (!isRead(request.getCoyoteRequest())) {
			request.setAttribute(REQUEST, request.getCoyoteRequest());
		}
		getNext().invoke(request, response);
		if (!request.isAsync() && isMissing(request.getCoyoteRequest())) {
			response.setHeader(HttpHeaders.CONNECTION, "close");
			response.finishResponse();
			int status = response.getStatus();
			request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
			// Tomcat takes this for a failure and changes the status that it logs.
			response.getCoyoteResponse().setStatus(status);
		}
	}

	/**
	 * Wraps the response to a request with a body, so that it says before it is committed
	 * if the connection closes.
	 */
	static HttpServletResponse announcing(HttpServletRequest request, HttpServletResponse response) {
		return new OnCommittedResponseWrapper(response) {

			@Override
			protected void onResponseCommitted() {
				if (request.getAttribute(REQUEST) instanceof org.apache.coyote.Request sent && isMissing(sent)) {
					setHeader(HttpHeaders.CONNECTION, "close");
				}
			}

		};
	}

	/**
	 * Returns whether reading the rest of the body would wait for the client.
	 */
	private static boolean isMissing(org.apache.coyote.Request request) {
		if (isRead(request)) {
			return false;
		}
		request.action(ActionCode.AVAILABLE, true);
		long length = request.getContentLengthLong();
		return length < 0 || request.getAvailable() < length - request.getBytesRead();
	}

	private static boolean isRead(org.apache.coyote.Request request) {
		AtomicBoolean read = new AtomicBoolean();
		request.action(ActionCode.REQUEST_BODY_FULLY_READ, read);
		return read.get();
	}

}
