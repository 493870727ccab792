package dev.yoil.webtoon.access;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import dev.yoil.webtoon.SecurityHeaders;
import jakarta.servlet.ServletException;
import org.apache.catalina.AccessLog;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * Ends a connection whose client was answered before it sent the body that it announced.
 * Tomcat itself would wait for that body with a thread, as long as a byte comes now and
 * then: a few hundred such clients would stop the service. What has come is read and
 * forgotten, since a connection that is closed over unread bytes is reset, and the client
 * may lose the answer. For what is still on its way, a few threads wait a little.
 * <p>
 * Tomcat answers some requests before any valve is asked, and only logs them: so the
 * valve listens as an access log too. Thread-safe.
 */
final class UnreadBodyValve extends ValveBase implements AccessLog {

	private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

	/**
	 * How often to look for the rest: for about a second. Looks are counted, not time, so
	 * that a machine that stood still gives up no client who has sent everything
	 * meanwhile.
	 */
	private static final int LOOKS = 500;

	/** As much as Tomcat reads of what nobody wants. */
	private static final long MOST = 2 * 1024 * 1024;

	private final Semaphore waiting;

	/**
	 * Creates the valve.
	 * @param waiting how many threads may wait for bodies at the same time; at least one
	 */
	UnreadBodyValve(int waiting) {
		super(true);
		this.waiting = new Semaphore(waiting);
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		boolean answered = false;
		try {
			getNext().invoke(request, response);
			answered = true;
		}
		finally {
			if (!request.isAsync() && isUnread(request.getCoyoteRequest())) {
				end(request.getCoyoteRequest(), response, answered);
			}
		}
	}

	private void end(org.apache.coyote.Request body, Response response, boolean answered) {
		try {
			// A client that asks first is told by the answer not to send anything.
			if (answered && !body.hasExpectation() && this.waiting.tryAcquire()) {
				try {
					await(body, response);
				}
				finally {
					this.waiting.release();
				}
			}
			else if (body.getContentLengthLong() >= 0) {
				forgetWhatIsThere(body);
			}
		}
		catch (IOException ex) {
			// The client has gone, or what it sends is no body.
		}
		giveUp(body);
	}

	/**
	 * Sends the answer, and then waits for the rest of the body. A chunk of which not
	 * even the length has come whole is waited for as long as any read may take.
	 */
	private static void await(org.apache.coyote.Request body, Response response) throws IOException {
		if (body.getContentLengthLong() >= 0) {
			forgetWhatIsThere(body);
		}
		response.finishResponse();
		forgetWhatIsThere(body);
		for (int look = 0; look < LOOKS && isUnread(body) && body.getBytesRead() < MOST; look++) {
			LockSupport.parkNanos(PAUSE);
			forgetWhatIsThere(body);
		}
	}

	/**
	 * Reads without waiting, unless a chunk has come in part.
	 */
	private static void forgetWhatIsThere(org.apache.coyote.Request body) throws IOException {
		while (isUnread(body) && body.getBytesRead() < MOST && isThere(body)) {
			if (body.doRead(new Forgotten()) < 0) {
				return;
			}
		}
	}

	private static boolean isThere(org.apache.coyote.Request body) {
		body.action(ActionCode.AVAILABLE, true);
		int available = body.getAvailable();
		body.setAvailable(0);
		return available > 0;
	}

	/**
	 * Whether Tomcat would read on. Where it could not parse the request, it ends the
	 * connection itself.
	 */
	private static boolean isUnread(org.apache.coyote.Request body) {
		AtomicBoolean told = new AtomicBoolean();
		body.action(ActionCode.REQUEST_BODY_FULLY_READ, told);
		if (told.get()) {
			return false;
		}
		body.action(ActionCode.IS_ERROR, told);
		return !told.get();
	}

	/**
	 * Has Tomcat close the connection instead of reading on.
	 */
	private static void giveUp(org.apache.coyote.Request body) {
		if (isUnread(body)) {
			body.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
		}
	}

	@Override
	public void log(Request request, Response response, long time) {
		if (!response.isCommitted()) {
			// No filter adds them: Tomcat answers OPTIONS * itself, and leads to the root
			// of a prefix.
			SecurityHeaders.write(request, response);
		}
		if (!request.isAsync()) {
			giveUp(request.getCoyoteRequest());
		}
	}

	@Override
	public void setRequestAttributesEnabled(boolean enabled) {
		// Nothing is logged.
	}

	@Override
	public boolean getRequestAttributesEnabled() {
		return false;
	}

	/**
	 * Takes what is read and keeps nothing of it.
	 */
	private static final class Forgotten implements ApplicationBufferHandler {

		private ByteBuffer read = ByteBuffer.allocate(0);

		@Override
		public void setByteBuffer(ByteBuffer buffer) {
			this.read = buffer;
		}

		@Override
		public ByteBuffer getByteBuffer() {
			return this.read;
		}

		@Override
		public void expand(int size) {
			// There is nothing to keep.
		}

	}

}
