package dev.yoil.ehcache.web;

import dev.yoil.ehcache.LastAnswer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Tells the client by the {@code Cache-Status} header of RFC 9211 how the cache answered
 * that was asked last in a request, above all whether the answer is stale.
 */
@RestControllerAdvice
public class CacheStatus implements ResponseBodyAdvice<Object>, HandlerInterceptor, WebMvcConfigurer {

	private static final String HEADER = "Cache-Status";

	@Override
	public void addInterceptors(InterceptorRegistry registry) {
		registry.addInterceptor(this);
	}

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
		LastAnswer.forget();
		return true;
	}

	@Override
	public boolean supports(MethodParameter returnType, Class<? extends HttpMessageConverter<?>> converterType) {
		return true;
	}

	@Override
	public @Nullable Object beforeBodyWrite(@Nullable Object body, MethodParameter returnType, MediaType contentType,
			Class<? extends HttpMessageConverter<?>> converterType, ServerHttpRequest request,
			ServerHttpResponse response) {
		LastAnswer last = LastAnswer.get();
		String status = switch (last.kind()) {
			case NONE -> null;
			case HIT -> "hit";
			case MISS -> "fwd=miss";
			case SHARED -> "fwd=miss; collapsed";
			case STALE -> "hit; detail=stale-if-error";
		};
		if (status != null) {
			response.getHeaders().set(HEADER, last.cache() + "; " + status);
		}
		return body;
	}

}
