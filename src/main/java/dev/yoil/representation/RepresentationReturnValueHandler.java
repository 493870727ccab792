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
 * Lets a controller method simply return a {@link Representation}.
 */
public final class RepresentationReturnValueHandler implements HandlerMethodReturnValueHandler {

	private final Observer observer;

	private final Stopwatch stopwatch;

	/**
	 * Creates a handler.
	 * @param observer is told of each answer before it is written
	 * @param stopwatch measures what is compressed only now
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
		Assert.state(returnValue instanceof Representation, () -> returnType.getMethod() + " returned nothing");
		HttpServletRequest request = webRequest.getNativeRequest(HttpServletRequest.class);
		HttpServletResponse response = webRequest.getNativeResponse(HttpServletResponse.class);
		Assert.state(request != null && response != null, "Not a servlet request");
		container.setRequestHandled(true);
		Representation representation = (Representation) returnValue;
		ContentCoding coding = RepresentationWriter.coding(representation, request);
		if (coding == null) {
			throw refused(HttpStatus.NOT_ACCEPTABLE,
					"The header 'Accept-Encoding' excludes both codings that there always are: gzip and identity.");
		}
		if (RepresentationWriter.isRefused(representation, coding, request)) {
			throw refused(HttpStatus.PRECONDITION_FAILED,
					"The answer is another one than the header 'If-Match' names.");
		}
		ContentCoding sent = RepresentationWriter.available(representation, coding, request);
		if (!representation.isReady(sent) && RepresentationWriter.known(representation, coding, request) == null) {
			// Before the headers, of which one tells how long it took.
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
	 * What was sent of a representation.
	 *
	 * @param bytes the length of the body
	 * @param nanos how long it took to hand it over, in nanoseconds
	 */
	public record Sent(int bytes, long nanos) {

		private static final String NAME = Sent.class.getName();

		/**
		 * {@return what a request was answered with; {@code null} if it was no
		 * representation, or not by MVC}
		 */
		public static @Nullable Sent of(HttpServletRequest request) {
			return (Sent) request.getAttribute(NAME);
		}

	}

	/**
	 * Is told of answers before they are written, and may add headers.
	 */
	@FunctionalInterface
	public interface Observer {

		/**
		 * Called for each answer of a controller method.
		 */
		void answering(Representation representation, MethodParameter returnType, HttpServletRequest request,
				HttpServletResponse response);

	}

}
