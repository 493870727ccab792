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
 * Adds the {@link CacheStatus} of the cache that was asked last in a request to what a
 * controller answers.
 */
@RestControllerAdvice
public class CacheStatusAdvice implements ResponseBodyAdvice<Object>, HandlerInterceptor, WebMvcConfigurer {

	private static final String FORGOTTEN = CacheStatusAdvice.class.getName() + ".forgotten";

	@Override
	public void addInterceptors(InterceptorRegistry registry) {
		registry.addInterceptor(this);
	}

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
		LastAnswer.forget();
		request.setAttribute(FORGOTTEN, true);
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
		// What a filter refused has got no handler, and this thread may remember another
		// request's answer.
		String status = request.getAttributes().containsKey(FORGOTTEN) ? CacheStatus.of(LastAnswer.get()) : null;
		if (status != null) {
			response.getHeaders().set(CacheStatus.HEADER, status);
		}
		return body;
	}

}
