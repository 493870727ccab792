package dev.yoil.webtoon;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

import com.github.benmanes.caffeine.cache.Ticker;
import com.sun.management.HotSpotDiagnosticMXBean;

import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.MediaType;
import org.springframework.web.accept.ContentNegotiationStrategy;
import org.springframework.web.accept.HeaderContentNegotiationStrategy;
import org.springframework.web.filter.RequestContextFilter;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Settings shared by all features: clocks, large writes, and no unneeded work for each
 * request.
 */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {

	/**
	 * Bytes handed to the operating system at once. Tomcat's default of 8 KB would need
	 * dozens of calls for a list.
	 */
	private static final int WRITE_BUFFER = 152 * 1024;

	/** Tomcat's default. */
	private static final int DEFAULT_CONNECTIONS = 8 * 1024;

	/** Tomcat's default for requests. */
	private static final int READ_BUFFER = 8 * 1024;

	private static final String MAX_CONNECTIONS = "server.tomcat.max-connections";

	@Bean
	@ConditionalOnMissingBean
	Clock clock() {
		return Clock.systemUTC();
	}

	/**
	 * Measures durations independently of the wall clock.
	 */
	@Bean
	@ConditionalOnMissingBean
	Ticker ticker() {
		return Ticker.systemTicker();
	}

	/**
	 * Gives each open connection a large buffer outside the heap, and limits the
	 * connections to those that fit into half of the JVM's direct memory. Further clients
	 * wait to be accepted. If direct memory ran out, Tomcat would never accept a
	 * connection again.
	 */
	@Bean
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> fewWrites(Environment environment) {
		return (factory) -> factory.addConnectorCustomizers((connector) -> {
			connector.setProperty("socket.appWriteBufSize", Integer.toString(WRITE_BUFFER));
			// Otherwise the JDK copies each buffer into one outside the heap.
			connector.setProperty("socket.directBuffer", "true");
			if (!environment.containsProperty(MAX_CONNECTIONS)) {
				connector.setProperty("maxConnections", Long.toString(connections(directMemory())));
			}
		});
	}

	/**
	 * Keeps Tomcat from reading a form as soon as a parameter is accessed, which would
	 * bypass all filters and their limits. No controller accepts forms.
	 */
	@Bean
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> noForms() {
		return (factory) -> factory.addConnectorCustomizers((connector) -> connector.setParseBodyMethods(""));
	}

	static long connections(long bytes) {
		return Math.min(bytes / 2 / (WRITE_BUFFER + READ_BUFFER), DEFAULT_CONNECTIONS);
	}

	private static long directMemory() {
		long limit = Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
			.getVMOption("MaxDirectMemorySize")
			.getValue());
		return (limit > 0) ? limit : Runtime.getRuntime().maxMemory();
	}

	/**
	 * Sets UTF-8 once for the context instead of in a filter for each request.
	 */
	@Bean
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> encoding() {
		return (factory) -> factory.addContextCustomizers((context) -> {
			context.setRequestCharacterEncoding(StandardCharsets.UTF_8.name());
			context.setResponseCharacterEncoding(StandardCharsets.UTF_8.name());
		});
	}

	/**
	 * Disables the filter: MVC binds the request to the thread itself, and nothing in
	 * front of MVC needs it.
	 */
	@Bean
	FilterRegistrationBean<RequestContextFilter> requestContextFilter() {
		FilterRegistrationBean<RequestContextFilter> none = new FilterRegistrationBean<>(new RequestContextFilter());
		none.setEnabled(false);
		return none;
	}

	/**
	 * Removes the mappings of a welcome page, which this site does not have. They are
	 * consulted for every unknown path, and log a warning for each {@code Accept} header
	 * that they cannot parse.
	 */
	@Bean
	static BeanDefinitionRegistryPostProcessor noWelcomePage() {
		return (beans) -> Stream.of("welcomePageHandlerMapping", "welcomePageNotAcceptableHandlerMapping")
			.filter(beans::containsBeanDefinition)
			.forEach(beans::removeBeanDefinition);
	}

	/**
	 * Removes parameters such as a charset from {@code Accept}: JSON has only one
	 * charset, and MVC fails if another one is requested.
	 */
	@Bean
	WebMvcConfigurer acceptedTypes() {
		ContentNegotiationStrategy header = new HeaderContentNegotiationStrategy();
		return new WebMvcConfigurer() {
			@Override
			public void configureContentNegotiation(ContentNegotiationConfigurer configurer) {
				configurer.strategies(List.of((request) -> header.resolveMediaTypes(request)
					.stream()
					.map((type) -> new MediaType(type.getType(), type.getSubtype(), type.getQualityValue()))
					.toList()));
			}
		};
	}

}
