package dev.yoil.webtoon;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import com.sun.management.HotSpotDiagnosticMXBean;

import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
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
 * What all features share on the web: large writes, and nothing done for each request
 * that need not be.
 */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {

	/**
	 * As many bytes as are handed to the operating system at once. Tomcat's own 8 KB
	 * would make dozens of calls of a list.
	 */
	private static final int WRITE_BUFFER = 152 * 1024;

	/** Tomcat's own. */
	private static final int USUAL_CONNECTIONS = 8 * 1024;

	/** Tomcat's own, for requests. */
	private static final int READ_BUFFER = 8 * 1024;

	private static final String MAX_CONNECTIONS = "server.tomcat.max-connections";

	/**
	 * Lets each open connection have a large buffer outside of the heap, and no more
	 * connections than there is room for: half of what the JVM grants. Where more clients
	 * come, they wait to be accepted, while without memory Tomcat would never accept any
	 * again.
	 */
	@Bean
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> fewWrites(Environment environment) {
		return (factory) -> factory.addConnectorCustomizers((connector) -> {
			connector.setProperty("socket.appWriteBufSize", Integer.toString(WRITE_BUFFER));
			// Else the JDK copies each buffer once more, into one outside of the heap.
			connector.setProperty("socket.directBuffer", "true");
			if (!environment.containsProperty(MAX_CONNECTIONS)) {
				connector.setProperty("maxConnections", Long.toString(connections(directMemory())));
			}
		});
	}

	/**
	 * How many connections fit into half of a number of bytes.
	 */
	static long connections(long bytes) {
		return Math.min(bytes / 2 / (WRITE_BUFFER + READ_BUFFER), USUAL_CONNECTIONS);
	}

	private static long directMemory() {
		long told = Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
			.getVMOption("MaxDirectMemorySize")
			.getValue());
		return (told > 0) ? told : Runtime.getRuntime().maxMemory();
	}

	/**
	 * What a filter would otherwise do for each request.
	 */
	@Bean
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> encoding() {
		return (factory) -> factory.addContextCustomizers((context) -> {
			context.setRequestCharacterEncoding(StandardCharsets.UTF_8.name());
			context.setResponseCharacterEncoding(StandardCharsets.UTF_8.name());
		});
	}

	/**
	 * Switches the filter off: MVC binds the request to the thread itself, and nothing in
	 * front of MVC asks for it.
	 */
	@Bean
	FilterRegistrationBean<RequestContextFilter> requestContextFilter() {
		FilterRegistrationBean<RequestContextFilter> none = new FilterRegistrationBean<>(new RequestContextFilter());
		none.setEnabled(false);
		return none;
	}

	/**
	 * Takes out what looks for a welcome page, of which there is none: it is asked for
	 * whatever nothing else is there for, and warns of each {@code Accept} that it cannot
	 * read.
	 */
	@Bean
	static BeanDefinitionRegistryPostProcessor noWelcomePage() {
		return (beans) -> Stream.of("welcomePageHandlerMapping", "welcomePageNotAcceptableHandlerMapping")
			.filter(beans::containsBeanDefinition)
			.forEach(beans::removeBeanDefinition);
	}

	/**
	 * Leaves out of {@code Accept} what says more than the type, such as a charset: JSON
	 * has but one, and MVC fails where another is asked for.
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
