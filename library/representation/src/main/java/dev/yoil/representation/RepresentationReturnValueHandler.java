package dev.yoil.representation;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.util.Assert;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * A handler that supports {@link Representation} as the return type of controller
 * methods.
 */
public final class RepresentationReturnValueHandler implements HandlerMethodReturnValueHandler {

	private final Observer observer;

	private final Stopwatch stopwatch;

	/**
	 * Creates a handler.
	 * @param observer called before each response is written
	 * @param stopwatch measures compression
	 */
	public RepresentationReturnValueHandler(Observer observer, Stopwatch stopwatch) {
		this.observer = observer;
		this.stopwatch = stopwatch;
	}

	@Override
	public boolean supportsReturnType(MethodParameter returnType) {
		return Representation.class.isAssignableFrom(returnType.getParameterType());
	}

	@Override
	public void handleReturnValue(@Nullable Object returnValue, MethodParameter returnType,
			ModelAndViewContainer container, NativeWebRequest webRequest) throws IOException {
		Assert.state(returnValue instanceof Representation, () -> returnType.getMethod() + " returned null");
		HttpServletRequest request = webRequest.getNativeRequest(HttpServletRequest.class);
		HttpServletResponse response = webRequest.getNativeResponse(HttpServletResponse.class);
		Assert.state(request != null && response != null, "Not a servlet request");
		container.setRequestHandled(true);
		Representation representation = (Representation) returnValue;
		ContentCoding coding = RepresentationWriter.coding(representation, request);
		if (coding == null) {
			throw refused(HttpStatus.NOT_ACCEPTABLE,
					"Header 'Accept-Encoding' excludes both gzip and identity, one of which is required.");
		}
		if (RepresentationWriter.isRefused(representation, coding, request)) {
			throw refused(HttpStatus.PRECONDITION_FAILED, "Header 'If-Match' does not match the current entity tag.");
		}
		ContentCoding sent = RepresentationWriter.available(representation, coding, request);
		if (!representation.isReady(sent) && RepresentationWriter.known(representation, coding, request) == null) {
			// Before the headers, because one of them contains the time spent.
			this.stopwatch.measure(() -> representation.bytes(sent));
		}
		this.observer.answering(representation, returnType, request, response);
		long begun = System.nanoTime();
		int bytes = RepresentationWriter.write(representation, coding, request, response);
		request.setAttribute(Sent.NAME, new Sent(bytes, System.nanoTime() - begun));
	}

	private static ErrorResponseException refused(HttpStatus status, String detail) {
		ErrorResponseException refused = new ErrorResponseException(status,
				ProblemDetail.forStatusAndDetail(status, detail), null);
		refused.getHeaders().set("Vary", "Accept-Encoding");
		return refused;
	}

	/**
	 * The body of a response.
	 *
	 * @param bytes its length
	 * @param nanos the time to write it, in nanoseconds
	 */
	public record Sent(int bytes, long nanos) {

		private static final String NAME = Sent.class.getName();

		/**
		 * {@return the body sent for a request; {@code null} if MVC did not send a
		 * representation}
		 */
		public static @Nullable Sent of(HttpServletRequest request) {
			return (Sent) request.getAttribute(NAME);
		}

	}

	/**
	 * An observer of responses before they are written, which may add headers.
	 */
	@FunctionalInterface
	public interface Observer {

		/**
		 * Called for each response of a controller method.
		 */
		void answering(Representation representation, MethodParameter returnType, HttpServletRequest request,
				HttpServletResponse response);

	}

}
