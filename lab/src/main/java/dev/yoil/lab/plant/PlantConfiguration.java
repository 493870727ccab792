package dev.yoil.lab.plant;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * The planted faults, each with the name of its property's value.
 */
@AutoConfiguration
class PlantConfiguration {

	private static final int RARE = 1_000;

	private static boolean isRare(AtomicLong counter) {
		return counter.incrementAndGet() % RARE == 0;
	}

	private static Object proxied(Object bean, MethodInterceptor interceptor) {
		ProxyFactory proxy = new ProxyFactory(bean);
		proxy.setProxyTargetClass(true);
		proxy.addAdvice(interceptor);
		return proxy.getProxy(bean.getClass().getClassLoader());
	}

	/** The service's clock, which {@code /lab/clock?seconds=60} sets forward. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "lab.clock", havingValue = "true")
	static class Time {

		@Bean
		static ShiftedClock shiftedClock() {
			return new ShiftedClock();
		}

		@Bean
		@Order(Ordered.HIGHEST_PRECEDENCE)
		OncePerRequestFilter clockShifts(ShiftedClock clock) {
			return new OncePerRequestFilter() {

				@Override
				protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response,
						FilterChain chain) throws ServletException, IOException {
					if (request.getRequestURI().equals("/lab/clock")) {
						clock.shift(Duration.ofSeconds(Long.parseLong(request.getParameter("seconds"))));
					}
					else {
						chain.doFilter(request, response);
					}
				}

			};
		}

	}

	/** One eviction in a thousand is lost. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "lab.plant", havingValue = "eviction")
	static class LostEviction {

		@Bean
		static BeanPostProcessor lostEviction() {
			AtomicLong evictions = new AtomicLong();
			return new BeanPostProcessor() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String name) {
					return name.equals("publishDayChanges")
							? proxied(bean, (call) -> isLost(call.getMethod().getName()) ? null : call.proceed())
							: bean;
				}

				private boolean isLost(String method) {
					return method.equals("contents") && isRare(evictions);
				}

			};
		}

	}

	/** Each request leaves 100 bytes. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "lab.plant", havingValue = "heap")
	static class LeakedHeap {

		@Bean
		@Order(Ordered.HIGHEST_PRECEDENCE)
		OncePerRequestFilter leakedHeap() {
			List<byte[]> leaked = Collections.synchronizedList(new ArrayList<>());
			return new OncePerRequestFilter() {

				@Override
				protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response,
						FilterChain chain) throws ServletException, IOException {
					leaked.add(new byte[100]);
					chain.doFilter(request, response);
				}

			};
		}

	}

	/** One like in a thousand is answered, and rolled back. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "lab.plant", havingValue = "write")
	static class LostWrite {

		@Bean
		OncePerRequestFilter lostWrite(PlatformTransactionManager transactions) {
			AtomicLong likes = new AtomicLong();
			TransactionTemplate transaction = new TransactionTemplate(transactions);
			return new OncePerRequestFilter() {

				@Override
				protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response,
						FilterChain chain) throws ServletException, IOException {
					if (!request.getMethod().equals("PUT") || !isRare(likes)) {
						chain.doFilter(request, response);
						return;
					}
					transaction.executeWithoutResult((status) -> {
						try {
							chain.doFilter(request, response);
						}
						catch (IOException | ServletException ex) {
							throw new IllegalStateException(ex);
						}
						status.setRollbackOnly();
					});
				}

			};
		}

	}

	/** One body in a thousand lacks its last byte. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "lab.plant", havingValue = "body")
	static class CutBody {

		@Bean
		@Order(Ordered.HIGHEST_PRECEDENCE)
		OncePerRequestFilter cutBody() {
			AtomicLong bodies = new AtomicLong();
			return new OncePerRequestFilter() {

				@Override
				protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response,
						FilterChain chain) throws ServletException, IOException {
					chain.doFilter(request, isRare(bodies) ? new Cut(response) : response);
				}

			};
		}

	}

	/** Each load that fails leaves a thread. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "lab.plant", havingValue = "threads")
	static class LeakedThreads {

		@Bean
		static BeanPostProcessor leakedThreads() {
			return new BeanPostProcessor() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String name) {
					return name.equals("publishDayLists") ? proxied(bean, (call) -> {
						try {
							return call.proceed();
						}
						catch (RuntimeException ex) {
							Thread thread = new Thread(() -> {
								while (true) {
									LockSupport.park();
								}
							}, "leaked");
							thread.setDaemon(true);
							thread.start();
							throw ex;
						}
					}) : bean;
				}

			};
		}

	}

	/** Replaces the bean {@code clock}. */
	private static final class ShiftedClock extends Clock implements BeanPostProcessor {

		private volatile Duration by = Duration.ZERO;

		void shift(Duration by) {
			this.by = by;
		}

		@Override
		public Object postProcessAfterInitialization(Object bean, String name) {
			return name.equals("clock") ? this : bean;
		}

		@Override
		public Instant instant() {
			return Instant.now().plus(this.by);
		}

		@Override
		public ZoneId getZone() {
			return ZoneOffset.UTC;
		}

		@Override
		public Clock withZone(ZoneId zone) {
			return Clock.offset(Clock.system(zone), this.by);
		}

	}

	private static final class Cut extends HttpServletResponseWrapper {

		Cut(HttpServletResponse response) {
			super(response);
		}

		@Override
		public void setContentLength(int length) {
			// Otherwise the container would notice.
		}

		@Override
		public void setContentLengthLong(long length) {
			// Otherwise the container would notice.
		}

		@Override
		public ServletOutputStream getOutputStream() throws IOException {
			ServletOutputStream out = super.getOutputStream();
			return new ServletOutputStream() {

				@Override
				public boolean isReady() {
					return out.isReady();
				}

				@Override
				public void setWriteListener(WriteListener listener) {
					out.setWriteListener(listener);
				}

				@Override
				public void write(int character) throws IOException {
					out.write(character);
				}

				@Override
				public void write(byte[] bytes, int from, int length) throws IOException {
					out.write(bytes, from, Math.max(0, length - 1));
				}

			};
		}

	}

}
