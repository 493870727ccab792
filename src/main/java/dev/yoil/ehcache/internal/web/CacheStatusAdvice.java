package dev.yoil.ehcache.internal.web;

import dev.yoil.ehcache.CacheLookup;
import dev.yoil.ehcache.internal.TimeSpent;
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
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Adds the {@link CacheStatus} of the cache that was asked last in a request, and the
 * {@link ServerTiming} of all that were asked, to what a controller answers. Pages that a
 * view makes get the latter alone.
 */
@RestControllerAdvice
public class CacheStatusAdvice implements ResponseBodyAdvice<Object>, HandlerInterceptor, WebMvcConfigurer {

	private static final String SPENT = CacheStatusAdvice.class.getName() + ".spent";

	private final CacheStatus.Told told;

	/**
	 * Creates the advice.
	 * @param told how much clients are told
	 */
	public CacheStatusAdvice(CacheStatus.Told told) {
		this.told = told;
	}

	@Override
	public void addInterceptors(InterceptorRegistry registry) {
		registry.addInterceptor(this);
	}

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
		CacheLookup.forget();
		// A request that is forwarded, as to the page of an error, has spent some
		// already.
		if (request.getAttribute(SPENT) != TimeSpent.get()) {
			request.setAttribute(SPENT, TimeSpent.restart());
		}
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
		if (request.getAttributes().get(SPENT) instanceof TimeSpent spent) {
			String status = CacheStatus.of(CacheLookup.get(), this.told);
			if (status != null) {
				response.getHeaders().set(CacheStatus.HEADER, status);
			}
			String timing = ServerTiming.of(spent);
			if (timing != null) {
				response.getHeaders().set(ServerTiming.HEADER, timing);
			}
		}
		return body;
	}

	/**
	 * Before a view is rendered, which may send the beginning of the page.
	 */
	@Override
	public void postHandle(HttpServletRequest request, HttpServletResponse response, Object handler,
			@Nullable ModelAndView view) {
		String timing = (view != null && request.getAttribute(SPENT) instanceof TimeSpent spent)
				? ServerTiming.of(spent) : null;
		if (timing != null) {
			response.setHeader(ServerTiming.HEADER, timing);
		}
	}

}
