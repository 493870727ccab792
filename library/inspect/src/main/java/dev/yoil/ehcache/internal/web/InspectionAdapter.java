package dev.yoil.ehcache.internal.web;

import java.io.IOException;
import java.net.URI;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.ByteArrayHttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.HandlerAdapter;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * Adapter that calls the controllers of the inspection and its console. It has its own
 * JSON mapper and applies no advice, so that settings of the application do not change
 * the JSON of the inspection. Thread-safe.
 */
public final class InspectionAdapter implements HandlerAdapter, Ordered {

	/** Rejects unknown fields: a misspelt one could remove more than intended. */
	private static final JsonMapper JSON = JsonMapper.builder()
		.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
		.withCoercionConfigDefaults((all) -> all.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
			.setAcceptBlankAsEmpty(true))
		.withCoercionConfig(LogicalType.Textual,
				(texts) -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
					.setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
					.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
		.addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
		.build();

	private final RequestMappingHandlerAdapter adapter = new RequestMappingHandlerAdapter() {

		/** Without a context there is no advice. */
		@Override
		protected boolean isContextRequired() {
			return false;
		}

	};

	InspectionAdapter(@Qualifier("requestMappingHandlerAdapter") ObjectProvider<RequestMappingHandlerAdapter> mvc) {
		// Parameters are converted and validated like those of the application.
		mvc.ifAvailable((application) -> this.adapter.setWebBindingInitializer(application.getWebBindingInitializer()));
		this.adapter.setMessageConverters(
				List.of(new ByteArrayHttpMessageConverter(), new JacksonJsonHttpMessageConverter(JSON)));
		this.adapter.afterPropertiesSet();
	}

	/** Precedes the adapter of the application, which supports any method. */
	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public boolean supports(Object handler) {
		return handler instanceof HandlerMethod method
				&& method.getBeanType().isAnnotationPresent(InspectionController.class);
	}

	@Override
	public @Nullable ModelAndView handle(HttpServletRequest request, HttpServletResponse response, Object handler)
			throws Exception {
		try {
			return this.adapter.handle(request, response, handler);
		}
		catch (MethodArgumentTypeMismatchException ex) {
			answer(invalid(ex.getParameter(), ex.getValue()), request, response);
		}
		catch (HandlerMethodValidationException ex) {
			ParameterValidationResult first = ex.getParameterValidationResults().get(0);
			answer(invalid(first.getMethodParameter(), first.getArgument()), request, response);
		}
		catch (ErrorResponseException ex) {
			answer(ex, request, response);
		}
		return null;
	}

	private static ErrorResponseException invalid(MethodParameter parameter, @Nullable Object value) {
		return CacheProblem.REFUSED_PARAMETER.exception("Invalid value '%s' of parameter '%s': write %s.".formatted(
				CacheProblem.shortened(String.valueOf(value)), parameter.getParameterName(), allowed(parameter)));
	}

	/** Describes the valid values by the constraints of the parameter. */
	private static String allowed(MethodParameter parameter) {
		Min least = parameter.getParameterAnnotation(Min.class);
		Max most = parameter.getParameterAnnotation(Max.class);
		if (least != null && most != null) {
			return "a whole number from " + least.value() + " to " + most.value();
		}
		Size size = parameter.getParameterAnnotation(Size.class);
		if (size != null) {
			return "up to " + size.max() + " characters";
		}
		Pattern pattern = parameter.getParameterAnnotation(Pattern.class);
		return (pattern != null) ? "a text that matches " + pattern.regexp() : "a whole number";
	}

	private static void answer(ErrorResponseException refusal, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		ProblemDetail problem = refusal.getBody();
		problem.setInstance(URI.create(request.getRequestURI()));
		try (ServletServerHttpResponse answer = new ServletServerHttpResponse(response)) {
			answer.setStatusCode(refusal.getStatusCode());
			answer.getHeaders().putAll(refusal.getHeaders());
			answer.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
			answer.getHeaders().setCacheControl(CacheControl.noStore());
			answer.getBody().write(JSON.writeValueAsBytes(problem));
		}
	}

}
