package dev.yoil.webtoon.problem;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.TypeMismatchException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
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
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import org.springframework.web.util.DisconnectedClientHelper;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * The RFC 9457 problem details for all failures of controllers. They say what the client
 * can do and reveal no internals.
 */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler implements ResponseBodyAdvice<Object> {

	private static final URI BLANK = URI.create("about:blank");

	private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

	private final DatabaseFailures databaseFailures;

	private final ObjectProvider<RequestMappingHandlerMapping> mapping;

	ProblemAdvice(DatabaseFailures databaseFailures,
			@Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> mapping) {
		this.databaseFailures = databaseFailures;
		this.mapping = mapping;
	}

	/**
	 * Handles an unreachable database. If the connection breaks during a query, the
	 * rollback fails too, and that failure replaces the first one.
	 */
	@ExceptionHandler({ CannotCreateTransactionException.class, TransactionSystemException.class,
			DataAccessResourceFailureException.class, RecoverableDataAccessException.class,
			TransientDataAccessException.class })
	@Nullable ResponseEntity<Object> databaseUnavailable(Exception failure, WebRequest request) {
		if (failure instanceof NestedRuntimeException nested && nested.contains(Error.class)) {
			// Spring also wraps errors that prevent a transaction from starting.
			return unexpected(failure, request);
		}
		this.databaseFailures.failed(failure);
		String seconds = Long.toString(RETRY_AFTER.toSeconds());
		HttpHeaders headers = new HttpHeaders();
		headers.set(HttpHeaders.RETRY_AFTER, seconds);
		ProblemDetail problem = ProblemType.DATABASE_UNAVAILABLE
			.problem("The database is unavailable. Try again in " + seconds + " seconds.");
		return answer(failure, problem, headers, request);
	}

	/**
	 * Handles badly encoded or too many parameters. Tomcat parses the query only when the
	 * first parameter is read.
	 */
	@ExceptionHandler
	@Nullable ResponseEntity<Object> unreadableParameters(InvalidParameterException failure, WebRequest request) {
		return answer(failure, ContainerProblems.of(failure.getErrorCode()), new HttpHeaders(), request);
	}

	@ExceptionHandler
	@Nullable ResponseEntity<Object> unexpected(Exception failure, WebRequest request) {
		return handleExceptionInternal(failure, null, new HttpHeaders(), HttpStatus.INTERNAL_SERVER_ERROR, request);
	}

	/**
	 * Handles a header that MVC ignores but the actuator fails to parse, such as a comma
	 * with nothing after it.
	 */
	@ExceptionHandler
	@Nullable ResponseEntity<Object> unreadableAccept(InvalidMimeTypeException failure, WebRequest request) {
		return answer(failure, ProblemDetail.forStatusAndDetail(HttpStatus.NOT_ACCEPTABLE,
				"Invalid header 'Accept': " + failure.getMessage() + "."), new HttpHeaders(), request);
	}

	/**
	 * Names every invalid field.
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
		return answer(failure, ProblemType.REFUSED_VALUES.problem("Invalid fields: " + String.join("; ", wrong) + "."),
				headers, request);
	}

	/**
	 * Names the invalid parameter and its allowed values.
	 */
	@Override
	protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
			HandlerMethodValidationException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		ParameterValidationResult first = failure.getParameterValidationResults().get(0);
		RefusedParameterException refused = RefusedParameterException.of(first.getMethodParameter(),
				first.getArgument());
		return answer(refused, refused.getBody(), headers, request);
	}

	/**
	 * Answers 404 if a path has something other than a number in the place of one, and
	 * 405 if the path belongs to other methods, such as that of {@code POST /batch}
	 * beside {@code PUT /{id}}.
	 */
	@Override
	protected @Nullable ResponseEntity<Object> handleTypeMismatch(TypeMismatchException failure, HttpHeaders headers,
			HttpStatusCode status, WebRequest request) {
		if (!(failure instanceof MethodArgumentTypeMismatchException mismatch)) {
			return super.handleTypeMismatch(failure, headers, status, request);
		}
		if (mismatch.getParameter().hasParameterAnnotation(PathVariable.class)) {
			Set<String> others = methods(request);
			if (!others.isEmpty()) {
				HttpRequestMethodNotSupportedException refused = new HttpRequestMethodNotSupportedException(
						((ServletWebRequest) request).getRequest().getMethod(), others);
				return handleHttpRequestMethodNotSupported(refused, refused.getHeaders(), refused.getStatusCode(),
						request);
			}
			return answer(failure, ContainerProblems.of(HttpStatus.NOT_FOUND.value()), headers, request);
		}
		RefusedParameterException refused = RefusedParameterException.of(mismatch.getParameter(), mismatch.getValue());
		return answer(refused, refused.getBody(), headers, request);
	}

	/** Returns the methods of the mappings with exactly the path of a request. */
	private Set<String> methods(WebRequest request) {
		HttpServletRequest asked = ((ServletWebRequest) request).getRequest();
		String path = ServletRequestPathUtils.getParsedRequestPath(asked).pathWithinApplication().value();
		return this.mapping.getObject()
			.getHandlerMethods()
			.keySet()
			.stream()
			.filter((info) -> info.getDirectPaths().contains(path))
			.flatMap((info) -> info.getMethodsCondition().getMethods().stream())
			.map(RequestMethod::name)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Describes the error in our own words, because Jackson's messages name classes.
	 */
	@Override
	protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(HttpMessageNotReadableException failure,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		return answer(failure, ProblemType.UNREADABLE_BODY.problem(UnreadableBody.describe(failure.getCause())),
				headers, request);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleNoResourceFoundException(NoResourceFoundException failure,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		return answer(failure, ContainerProblems.of(status.value()), headers, request);
	}

	private @Nullable ResponseEntity<Object> answer(Exception failure, ProblemDetail problem, HttpHeaders headers,
			WebRequest request) {
		return handleExceptionInternal(failure, problem, headers, HttpStatusCode.valueOf(problem.getStatus()), request);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleExceptionInternal(Exception failure, @Nullable Object body,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		if (isClientDisconnected(failure)) {
			return null;
		}
		request.setAttribute(ErrorPages.FAILURE, failure, RequestAttributes.SCOPE_REQUEST);
		if (!status.isSameCodeAs(HttpStatus.INTERNAL_SERVER_ERROR)) {
			// Tomcat has already answered a malformed body.
			return isAnswered(request) ? null : super.handleExceptionInternal(failure, body, headers, status, request);
		}
		this.logger.error("Unexpected failure of request " + request.getDescription(false), failure);
		return super.handleExceptionInternal(failure, ContainerProblems.of(status.value()), headers, status, request);
	}

	/**
	 * Excludes database failures. Spring checks the innermost cause, which is the same if
	 * the database closes its connection, and an uncommitted transaction would be
	 * answered with 200.
	 */
	private static boolean isClientDisconnected(Exception failure) {
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
	 * Adds a problem detail where another library's controller only sets a status, such
	 * as the actuator for an unknown health component.
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
		// Errors have one format regardless of Accept, except for error pages.
		HttpHeaders own = new HttpHeaders();
		// The headers of an exception may be read-only.
		own.putAll(headers);
		boolean page = request instanceof ServletWebRequest asked
				&& ErrorPages.isWanted(asked.getRequest(), asked.getRequest().getRequestURI());
		own.setContentType(page ? MediaType.TEXT_HTML : MediaType.APPLICATION_PROBLEM_JSON);
		own.setCacheControl(CacheControl.noStore());
		return new ResponseEntity<>(body, own, status);
	}

}
