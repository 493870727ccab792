package dev.yoil.ehcache.internal.web;

import dev.yoil.ehcache.CacheLookup;
import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.header.CacheStatus;
import dev.yoil.ehcache.internal.header.ServerTiming;
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
 * Adds headers to the answers of controllers: the {@link CacheStatus} of the last lookup
 * and the {@link ServerTiming} of all. Pages rendered by a view get the latter only.
 */
@RestControllerAdvice
public class CacheStatusAdvice implements ResponseBodyAdvice<Object>, HandlerInterceptor, WebMvcConfigurer {

	private static final String SPENT = CacheStatusAdvice.class.getName() + ".spent";

	private final CacheStatus.Disclosure disclosure;

	/**
	 * Creates the advice.
	 */
	public CacheStatusAdvice(CacheStatus.Disclosure disclosure) {
		this.disclosure = disclosure;
	}

	@Override
	public void addInterceptors(InterceptorRegistry registry) {
		registry.addInterceptor(this);
	}

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
		CacheLookup.forget();
		// A forwarded request, such as to an error page, goes on counting.
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
		// A request that a filter rejected has no handler, and the thread may still hold
		// the lookup of another one.
		if (request.getAttributes().get(SPENT) instanceof TimeSpent spent) {
			String status = CacheStatus.of(CacheLookup.get(), this.disclosure);
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

	/** Adds the header before a view begins to send the page. */
	@Override
	public void postHandle(HttpServletRequest request, HttpServletResponse response, Object handler,
			@Nullable ModelAndView view) {
		if (view != null && request.getAttribute(SPENT) instanceof TimeSpent spent) {
			String timing = ServerTiming.of(spent);
			if (timing != null) {
				response.setHeader(ServerTiming.HEADER, timing);
			}
		}
	}

}
