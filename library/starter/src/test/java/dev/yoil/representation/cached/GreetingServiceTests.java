package dev.yoil.representation.cached;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.support.FakeClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * A service with a cache, for tests of hits. The tests of a JVM share it. It still knows
 * the routes of earlier tests, so each test asks for names of its own.
 */
abstract class GreetingServiceTests {

	private static final FakeClock CLOCK = new FakeClock();

	private static @Nullable ConfigurableApplicationContext shared;

	private final HttpClient http = HttpClient.newHttpClient();

	private final ConfigurableApplicationContext context = service();

	private static synchronized ConfigurableApplicationContext service() {
		if (shared == null) {
			shared = new SpringApplicationBuilder(Application.class)
				.initializers((context) -> ((GenericApplicationContext) context).registerBean(Clock.class, () -> CLOCK))
				.run("--server.port=0", "--yoil.ehcache.config=classpath:dev/yoil/representation/cached/greetings.xml",
						"--yoil.ehcache.web.cache-status=with-key", "--spring.main.banner-mode=off",
						"--spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
								+ "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration");
		}
		return shared;
	}

	@BeforeEach
	void forget() {
		bean(CacheManager.class).getCache("greetings").clear();
		asked().set(0);
		bean(CachedGreetings.class).forget();
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	FakeClock clock() {
		return CLOCK;
	}

	/**
	 * Counts how often a controller was asked.
	 */
	AtomicInteger asked() {
		return bean(Greetings.class).asked;
	}

	/** The numbers of requests by their tags. */
	Map<String, Long> requests() {
		return bean(MeterRegistry.class).find("http.server.requests")
			.timers()
			.stream()
			.collect(Collectors.toMap((timer) -> timer.getId()
				.getTags()
				.stream()
				.map((tag) -> tag.getKey() + "=" + tag.getValue())
				.sorted()
				.toList()
				.toString(), Timer::count));
	}

	static String status(HttpResponse<String> answer) {
		return answer.headers().firstValue("Cache-Status").orElseThrow();
	}

	HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
		return send("GET", path, headers);
	}

	HttpResponse<String> send(String method, String path, String... headers) throws IOException, InterruptedException {
		int port = ((WebServerApplicationContext) this.context).getWebServer().getPort();
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
			.method(method, HttpRequest.BodyPublishers.noBody());
		if (headers.length > 0) {
			request.headers(headers);
		}
		return this.http.send(request.build(), HttpResponse.BodyHandlers.ofString());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(
			exclude = { ServletWebSecurityAutoConfiguration.class, ManagementWebSecurityAutoConfiguration.class })
	@EnableCaching
	@Import({ Greetings.class, CachedGreetings.class, Forwarding.class, ServerTimingHeaderTests.Bodies.class,
			ServerTimingHeaderTests.Pages.class })
	static class Application {

		@Bean
		FilterRegistrationBean<Filter> ordered() {
			FilterRegistrationBean<Filter> ordered = new FilterRegistrationBean<>(refusing("ordered"));
			ordered.setOrder(-100);
			return ordered;
		}

		@Bean
		Filter unordered() {
			return refusing("unordered");
		}

		@Bean
		FilterRegistrationBean<Filter> ofTheServlet() {
			FilterRegistrationBean<Filter> ofTheServlet = new FilterRegistrationBean<>(refusing("of the servlet"));
			ofTheServlet.setServletNames(List.of("dispatcherServlet"));
			return ofTheServlet;
		}

		@Bean
		Filter rewriting() {
			return (request, response, chain) -> {
				String query = ((HttpServletRequest) request).getHeader("X-Query");
				chain.doFilter((query != null) ? new Rewritten((HttpServletRequest) request, query) : request,
						response);
			};
		}

		private static Filter refusing(String name) {
			return (request, response, chain) -> {
				String refused = ((HttpServletRequest) request).getHeader("X-Refused");
				if ("failing".equals(refused)) {
					throw new ServletException(new IllegalArgumentException("planted"));
				}
				if (name.equals(refused)) {
					((HttpServletResponse) response).setStatus(403);
				}
				else {
					chain.doFilter(request, response);
				}
			};
		}

	}

	private static final class Rewritten extends HttpServletRequestWrapper {

		private final String query;

		Rewritten(HttpServletRequest request, String query) {
			super(request);
			this.query = query;
		}

		@Override
		public String getQueryString() {
			return this.query;
		}

		@Override
		public String[] getParameterValues(String name) {
			return new String[] { this.query.substring(this.query.indexOf('=') + 1) };
		}

	}

	@RestController
	static class Guarded {

		@KeyedByUri
		@PreAuthorize("hasRole('ADMIN')")
		@GetMapping("/guarded")
		Representation guarded(Representations representations) {
			return representations.of("never asked");
		}

	}

	@Controller
	static class Forwarding {

		@GetMapping("/forwarding")
		String forwarding() {
			return "forward:/greeting?other=1";
		}

	}

	@RestController
	static class Greetings {

		private final AtomicInteger asked = new AtomicInteger();

		private final CachedGreetings greetings;

		private final Representations representations;

		Greetings(CachedGreetings greetings, Representations representations) {
			this.greetings = greetings;
			this.representations = representations;
		}

		@CrossOrigin("http://a.example")
		@KeyedByUri
		@GetMapping(path = "/greeting", produces = "application/json")
		Representation greeting(@RequestParam String name) {
			this.asked.incrementAndGet();
			return this.greetings.of(name);
		}

		@KeyedByUri
		@GetMapping("/everybody")
		Representation everybody() {
			return greeting("everybody");
		}

		/** For one test, so that it can count the requests. */
		@KeyedByUri
		@GetMapping("/timed")
		Representation timed() {
			return greeting("timed");
		}

		@GetMapping("/unpromised")
		Representation unpromised(@RequestParam String name, @RequestHeader Map<String, String> headers) {
			return greeting(name);
		}

		@KeyedByUri
		@GetMapping("/changed")
		Representation changed(@RequestParam String name) {
			return this.representations.of(greeting(name).json() + "!");
		}

		@KeyedByUri
		@GetMapping("/uncached")
		Representation uncached(@RequestParam String name) {
			this.asked.incrementAndGet();
			return this.representations.of(name);
		}

		@GetMapping("/failing")
		Representation failing() {
			throw new IllegalStateException("planted");
		}

	}

	static class CachedGreetings {

		private static final Runnable NOTHING = () -> {
		};

		private final AtomicInteger loads = new AtomicInteger();

		private volatile Runnable source = NOTHING;

		private final Representations representations;

		CachedGreetings(Representations representations) {
			this.representations = representations;
		}

		@Cacheable(cacheNames = "greetings", key = "#name", sync = true)
		Representation of(String name) {
			this.source.run();
			if (name.equals("failing")) {
				throw new IllegalStateException("planted");
			}
			return this.representations.of("hello " + name + " " + this.loads.incrementAndGet());
		}

		/** Has something happen before each load. */
		void beforeLoads(Runnable source) {
			this.source = source;
		}

		void forget() {
			this.source = NOTHING;
			this.loads.set(0);
		}

	}

}
