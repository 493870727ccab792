package dev.yoil.ehcache.internal.web;

import java.io.IOException;
import java.net.URI;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.Ordered;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.ByteArrayHttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.HandlerAdapter;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * Calls the controllers of the inspection and its console. It has a JSON mapper of its
 * own and applies no advice, so that the application's settings change nothing that
 * clients of the inspection read or send. Thread-safe.
 */
public final class InspectionAdapter implements HandlerAdapter, Ordered {

	/** Reads bodies as they are written: with a misspelt field, more would be removed. */
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

		/** The advices would be looked for in it. */
		@Override
		protected boolean isContextRequired() {
			return false;
		}

	};

	InspectionAdapter(@Qualifier("requestMappingHandlerAdapter") ObjectProvider<RequestMappingHandlerAdapter> mvc) {
		// Parameters are converted and validated as the application's are.
		mvc.ifAvailable((application) -> this.adapter.setWebBindingInitializer(application.getWebBindingInitializer()));
		this.adapter.setMessageConverters(
				List.of(new ByteArrayHttpMessageConverter(), new JacksonJsonHttpMessageConverter(JSON)));
		this.adapter.afterPropertiesSet();
	}

	/** Before the application's own, which supports any method. */
	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public boolean supports(Object handler) {
		return handler instanceof HandlerMethod method
				&& method.getBeanType().getPackageName().equals(InspectionAdapter.class.getPackageName());
	}

	@Override
	public @Nullable ModelAndView handle(HttpServletRequest request, HttpServletResponse response, Object handler)
			throws Exception {
		try {
			return this.adapter.handle(request, response, handler);
		}
		catch (MethodArgumentTypeMismatchException ex) {
			answer(RefusedParameter.of(ex), request, response);
		}
		catch (HandlerMethodValidationException ex) {
			answer(RefusedParameter.of(ex), request, response);
		}
		catch (ErrorResponseException ex) {
			answer(ex, request, response);
		}
		return null;
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
