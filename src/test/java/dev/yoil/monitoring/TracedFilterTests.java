package dev.yoil.monitoring;

import java.util.stream.Stream;

import dev.yoil.representation.KeyedByUri;
import jakarta.servlet.Filter;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.GetMapping;

import static org.assertj.core.api.Assertions.assertThat;

class TracedFilterTests {

	private final WebApplicationContextRunner service = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(ScouterAutoConfiguration.class));

	@Test
	void isTheFirstFilterWithTheProfile() {
		this.service.withInitializer((context) -> activate(context.getEnvironment())).run((context) -> {
			FilterRegistrationBean<?> registration = context.getBean(FilterRegistrationBean.class);
			assertThat(registration.getFilter()).isInstanceOf(TracedFilter.class);
			assertThat(registration.getOrder()).isEqualTo(Ordered.HIGHEST_PRECEDENCE);
		});
	}

	@Test
	void isAbsentWithoutTheProfile() {
		this.service.run((context) -> assertThat(context).doesNotHaveBean(FilterRegistrationBean.class));
	}

	@Test
	void isRecognizedByTheAgent() {
		// Only what a class says of itself counts, not what it inherits.
		assertThat(TracedFilter.class.getInterfaces()).contains(Filter.class);
		assertThat(TracedFilter.class.isHidden()).isFalse();
	}

	/**
	 * The agent's plugin names a hit after its path, a controller method after its
	 * mapping. Both have to be the same.
	 */
	@Test
	void pathsOfCachedResponsesHaveNoVariables() {
		ClassPathScanningCandidateComponentProvider controllers = new ClassPathScanningCandidateComponentProvider(
				false);
		controllers.addIncludeFilter(new AnnotationTypeFilter(Controller.class));
		assertThat(controllers.findCandidateComponents("dev.yoil.webtoon")
			.stream()
			.map((controller) -> ClassUtils.resolveClassName(String.valueOf(controller.getBeanClassName()), null))
			.flatMap((type) -> Stream.of(type.getDeclaredMethods()))
			.filter((method) -> method.isAnnotationPresent(KeyedByUri.class))
			.flatMap((method) -> Stream.of(method.getAnnotation(GetMapping.class).path()))).isNotEmpty()
			.allMatch((path) -> !path.contains("{"));
	}

	private static void activate(ConfigurableEnvironment environment) {
		environment.addActiveProfile("scouter");
	}

}
