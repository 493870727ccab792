package dev.yoil.webtoon.problem;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import jakarta.servlet.http.HttpServletResponse;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.TypeMismatchException;
import org.springframework.core.MethodParameter;
import org.springframework.core.NestedRuntimeException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Answers every failure of a controller with an RFC 9457 problem detail that says what
 * the client can do, and nothing of how the service works inside.
 */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler implements ResponseBodyAdvice<Object> {

	private static final URI BLANK = URI.create("about:blank");

	private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

	private final DatabaseFailures databaseFailures;

	ProblemAdvice(DatabaseFailures databaseFailures) {
		this.databaseFailures = databaseFailures;
	}

	/**
	 * When the connection breaks under a query, the transaction cannot be rolled back
	 * either, and that second failure replaces the first, which is only logged.
	 */
	@ExceptionHandler({ CannotCreateTransactionException.class, TransactionSystemException.class,
			DataAccessResourceFailureException.class, RecoverableDataAccessException.class,
			TransientDataAccessException.class })
	@Nullable ResponseEntity<Object> databaseUnavailable(Exception failure, WebRequest request) {
		if (failure instanceof NestedRuntimeException nested && nested.contains(Error.class)) {
			// Spring calls whatever keeps a transaction from beginning an exception.
			return unexpected(failure, request);
		}
		this.databaseFailures.failed(failure);
		String seconds = Long.toString(RETRY_AFTER.toSeconds());
		HttpHeaders headers = new HttpHeaders();
		headers.set(HttpHeaders.RETRY_AFTER, seconds);
		ProblemDetail problem = ProblemType.DATABASE_UNAVAILABLE
			.problem("The database cannot be reached at the moment. Try again in " + seconds + " seconds.");
		return handleExceptionInternal(failure, problem, headers, HttpStatus.SERVICE_UNAVAILABLE, request);
	}

	/**
	 * Tomcat reads the query only when a parameter is asked for, and then finds that it
	 * is not validly encoded or has too many parameters.
	 */
	@ExceptionHandler
	@Nullable ResponseEntity<Object> unreadableParameters(InvalidParameterException failure, WebRequest request) {
		ProblemDetail problem = ContainerProblems.of(failure.getErrorCode());
		return handleExceptionInternal(failure, problem, new HttpHeaders(), HttpStatus.valueOf(problem.getStatus()),
				request);
	}

	@ExceptionHandler
	@Nullable ResponseEntity<Object> unexpected(Exception failure, WebRequest request) {
		return handleExceptionInternal(failure, null, new HttpHeaders(), HttpStatus.INTERNAL_SERVER_ERROR, request);
	}

	/**
	 * The actuator reads the header again, and fails at what MVC ignores, such as a comma
	 * with nothing behind it.
	 */
	@ExceptionHandler
	@Nullable ResponseEntity<Object> unreadableAccept(InvalidMimeTypeException failure, WebRequest request) {
		return handleExceptionInternal(failure,
				ProblemDetail.forStatusAndDetail(HttpStatus.NOT_ACCEPTABLE,
						"The header 'Accept' cannot be read: " + failure.getMessage() + "."),
				new HttpHeaders(), HttpStatus.NOT_ACCEPTABLE, request);
	}

	/**
	 * Names every field whose value is not allowed.
	 */
	@Override
	protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(MethodArgumentNotValidException failure,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		List<String> wrong = failure.getBindingResult()
			.getFieldErrors()
			.stream()
			.map((error) -> "'" + error.getField() + "' " + error.getDefaultMessage())
			.sorted()
			.toList();
		return handleExceptionInternal(failure,
				ProblemType.REFUSED_VALUES.problem("These fields are wrong: " + String.join("; ", wrong) + "."),
				headers, ProblemType.REFUSED_VALUES.status(), request);
	}

	/**
	 * Names the parameter whose value is not allowed, and what is.
	 */
	@Override
	protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
			HandlerMethodValidationException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		ParameterValidationResult first = failure.getParameterValidationResults().get(0);
		return refused(RefusedParameterException.of(first.getMethodParameter(), first.getArgument()), headers, request);
	}

	/**
	 * There is nothing at an address that has no number where one belongs.
	 */
	@Override
	protected @Nullable ResponseEntity<Object> handleTypeMismatch(TypeMismatchException failure, HttpHeaders headers,
			HttpStatusCode status, WebRequest request) {
		if (failure instanceof MethodArgumentTypeMismatchException mismatch) {
			return mismatch.getParameter().hasParameterAnnotation(PathVariable.class)
					? handleExceptionInternal(failure, ContainerProblems.of(HttpStatus.NOT_FOUND.value()), headers,
							HttpStatus.NOT_FOUND, request)
					: refused(RefusedParameterException.of(mismatch.getParameter(), mismatch.getValue()), headers,
							request);
		}
		return super.handleTypeMismatch(failure, headers, status, request);
	}

	private @Nullable ResponseEntity<Object> refused(RefusedParameterException refused, HttpHeaders headers,
			WebRequest request) {
		return handleExceptionInternal(refused, refused.getBody(), headers, refused.getStatusCode(), request);
	}

	/**
	 * Says where the body cannot be read, in words of ours: Jackson's name classes.
	 */
	@Override
	protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(HttpMessageNotReadableException failure,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		return handleExceptionInternal(failure,
				ProblemType.UNREADABLE_BODY.problem(UnreadableBody.complaint(failure.getCause())), headers,
				ProblemType.UNREADABLE_BODY.status(), request);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleNoResourceFoundException(NoResourceFoundException failure,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		return handleExceptionInternal(failure, ContainerProblems.of(status.value()), headers, status, request);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleExceptionInternal(Exception failure, @Nullable Object body,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		if (isOfClientThatHasGone(failure)) {
			return null;
		}
		request.setAttribute(ErrorPages.FAILURE, failure, RequestAttributes.SCOPE_REQUEST);
		if (!status.isSameCodeAs(HttpStatus.INTERNAL_SERVER_ERROR)) {
			// Of a body that is no HTTP, Tomcat itself has told the client.
			return isAnswered(request) ? null : super.handleExceptionInternal(failure, body, headers, status, request);
		}
		this.logger.error("Unexpected failure of " + request.getDescription(false), failure);
		return super.handleExceptionInternal(failure, ContainerProblems.of(status.value()), headers, status, request);
	}

	/**
	 * Spring goes by the innermost cause, which is the same where the database closes its
	 * connection: a transaction that could not be committed would be answered 200.
	 */
	private static boolean isOfClientThatHasGone(Exception failure) {
		return !(failure instanceof TransactionException || failure instanceof DataAccessException)
				&& DisconnectedClientHelper.isClientDisconnectedException(failure);
	}

	private static boolean isAnswered(WebRequest request) {
		HttpServletResponse response = (request instanceof ServletWebRequest asked) ? asked.getResponse() : null;
		return response != null && response.isCommitted();
	}

	@Override
	public boolean supports(MethodParameter returnType, Class<? extends HttpMessageConverter<?>> converterType) {
		return true;
	}

	/**
	 * Refuses in words what somebody else's controller refuses by a status alone, such as
	 * the actuator a component that it has not.
	 */
	@Override
	public @Nullable Object beforeBodyWrite(@Nullable Object body, MethodParameter returnType, MediaType type,
			Class<? extends HttpMessageConverter<?>> converterType, ServerHttpRequest request,
			ServerHttpResponse response) {
		if (body == null && response instanceof ServletServerHttpResponse answered) {
			HttpStatus status = HttpStatus.resolve(answered.getServletResponse().getStatus());
			if (status != null && status.isError()) {
				throw new ErrorResponseException(status, ContainerProblems.of(status.value()), null);
			}
		}
		return body;
	}

	@Override
	protected ResponseEntity<Object> createResponseEntity(@Nullable Object body, HttpHeaders headers,
			HttpStatusCode status, WebRequest request) {
		if (body instanceof ProblemDetail problem && (problem.getType() == null || problem.getType().equals(BLANK))) {
			problem.setType(ProblemType.of(status));
		}
		if (body instanceof ProblemDetail problem && problem.getInstance() == null
				&& request instanceof ServletWebRequest asked) {
			problem.setInstance(ContainerProblems.instance(asked.getRequest().getRequestURI()));
		}
		// Whatever the client accepts, even if that cannot be read: an error has one
		// form, but for readers.
		HttpHeaders own = new HttpHeaders();
		// Those that an exception brings along may be read-only.
		own.putAll(headers);
		boolean page = request instanceof ServletWebRequest asked
				&& ErrorPages.isWanted(asked.getRequest(), asked.getRequest().getRequestURI());
		own.setContentType(page ? MediaType.TEXT_HTML : MediaType.APPLICATION_PROBLEM_JSON);
		own.setCacheControl(CacheControl.noStore());
		return new ResponseEntity<>(body, own, status);
	}

}
