package dev.yoil.monitoring;

import java.io.IOException;
import java.util.Map;

import dev.yoil.ehcache.internal.web.CacheController;
import dev.yoil.webtoon.RunningService;
import groovy.lang.Binding;
import groovy.lang.GroovyShell;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * XLog names from the agent's plugin, run by Groovy. The agent compiles it as Java.
 */
class PluginTests {

	@Test
	void namesAPlaceholderByItsPattern() throws Exception {
		String mapping = CacheController.class.getDeclaredMethod("history", String.class)
			.getAnnotation(GetMapping.class)
			.path()[0];
		assertThat(name(mapping + "<GET>", "GET", "/api/v1/cache/{name}/history"))
			.isEqualTo("/api/v1/cache/{name}/history<GET>");
		assertThat(name(mapping + "<GET>", "GET", null)).isEqualTo(mapping + "<GET>");
	}

	@ParameterizedTest
	@CsvSource({ "/api/v1/webtoon, GET, , /api/v1/webtoon<GET>",
			"/api/v1/webtoon<GET>, GET, /api/v1/webtoon, /api/v1/webtoon<GET>",
			"/api/v1/webtoon, HEAD, , /api/v1/webtoon<GET>", "/assets/site.svg, GET, /assets/*, /assets/*<GET>" })
	void namesHitsAsMissesAreNamed(String name, String method, @Nullable String pattern, String expected)
			throws IOException {
		assertThat(name(name, method, pattern)).isEqualTo(expected);
	}

	/**
	 * Without the annotation of a controller method, the agent's name is the path.
	 */
	@Test
	void namesAnyRequestByPatternAndMethod() throws Exception {
		try (RunningService service = RunningService.shared()) {
			// Initializes the servlet.
			service.json("/api/v1/genres");
			DispatcherServlet servlet = service.bean(DispatcherServlet.class);
			assertThat(nameAfter(servlet, "GET", "/v3/api-docs", "${springdoc.api-docs.path:#{...}}<GET>"))
				.isEqualTo("/v3/api-docs<GET>");
			assertThat(nameAfter(servlet, "GET", "/api/v1/webtoon/1", "/api/v1/webtoon/{id}<GET>"))
				.isEqualTo("/api/v1/webtoon/{id}<GET>");
			assertThat(nameAfter(servlet, "GET", "/thumbnails/pictures.svg", null)).isEqualTo("/thumbnails/*<GET>");
			assertThat(nameAfter(servlet, "GET", "/actuator/health", null)).isEqualTo("/actuator/health<GET>");
			assertThat(nameAfter(servlet, "GET", "/api/v1/none", null)).isEqualTo("/api/v1/none<GET>");
			assertThat(nameAfter(servlet, "POST", "/api/v1/genres", null)).isEqualTo("/api/v1/genres<POST>");
		}
	}

	private static String nameAfter(DispatcherServlet servlet, String method, String path, @Nullable String annotation)
			throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest(servlet.getServletContext(), method, path);
		servlet.service(request, new MockHttpServletResponse());
		return name((annotation != null) ? annotation : path, request);
	}

	private static String name(String name, String method, @Nullable String pattern) throws IOException {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/");
		request.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, pattern);
		return name(name, request);
	}

	private static String name(String name, MockHttpServletRequest request) throws IOException {
		Context context = new Context(name);
		String text = ScouterFiles.text("plugin/httpservice.plug");
		String end = text.substring(text.indexOf("[end]") + "[end]".length(), text.indexOf("[reject]"));
		new GroovyShell(new Binding(Map.of("$ctx", context, "$req", request))).evaluate(end.replace("\"${\"", "'${'"));
		return context.name;
	}

	/**
	 * The agent's context of a request, as far as the plugin uses it.
	 */
	public static final class Context {

		private String name;

		Context(String name) {
			this.name = name;
		}

		public String service() {
			return this.name;
		}

		public void service(String name) {
			this.name = name;
		}

	}

}
