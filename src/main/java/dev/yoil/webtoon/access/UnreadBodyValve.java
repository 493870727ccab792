package dev.yoil.webtoon.access;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/**
 * A valve that closes the connection after a response if the body of the request has not
 * arrived by then. Tomcat would read up to 2 MB of it and throw it away, and a client
 * that sends slowly would hold the thread.
 */
final class UnreadBodyValve extends ValveBase {

	UnreadBodyValve() {
		super(true);
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		getNext().invoke(request, response);
		if (!request.isAsync() && isMissing(request.getCoyoteRequest())) {
			response.finishResponse();
			int status = response.getStatus();
			request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
			// Tomcat takes this for a failure and changes the status that it logs.
			response.getCoyoteResponse().setStatus(status);
		}
	}

	/**
	 * Returns whether reading the rest of the body would wait for the client.
	 */
	private static boolean isMissing(org.apache.coyote.Request request) {
		AtomicBoolean read = new AtomicBoolean();
		request.action(ActionCode.REQUEST_BODY_FULLY_READ, read);
		if (read.get()) {
			return false;
		}
		request.action(ActionCode.AVAILABLE, true);
		long length = request.getContentLengthLong();
		return length < 0 || request.getAvailable() < length - request.getBytesRead();
	}

}
