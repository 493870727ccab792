package dev.yoil.monitoring;

import java.io.IOException;
import java.util.Map;

import dev.yoil.ehcache.internal.web.CacheController;
import groovy.lang.Binding;
import groovy.lang.Closure;
import groovy.lang.GroovyShell;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.HandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * XLog names from the agent's plugin, run by Groovy. The agent compiles it as Java.
 */
class PluginTests {

	@Test
	void namesTheInspectionByItsAddress() throws Exception {
		String mapping = CacheController.class.getDeclaredMethod("history", String.class)
			.getAnnotation(GetMapping.class)
			.path()[0];
		assertThat(name(mapping + "<GET>", null, "/api/v1/cache/{name}/history"))
			.isEqualTo("/api/v1/cache/{name}/history<GET>");
		assertThat(name(mapping + "<GET>", null, null)).isEqualTo(mapping + "<GET>");
	}

	@ParameterizedTest
	@CsvSource({ "/api/v1/webtoon, findGenres; hit; ttl=9, , /api/v1/webtoon<GET>",
			"/api/v1/webtoon<GET>, findGenres; fwd=miss, /api/v1/webtoon, /api/v1/webtoon<GET>",
			"/assets/site.css, , /assets/*, /assets/site.css" })
	void namesHitsAsMissesAreNamed(String name, @Nullable String cacheStatus, @Nullable String pattern, String expected)
			throws IOException {
		assertThat(name(name, cacheStatus, pattern)).isEqualTo(expected);
	}

	private static String name(String name, @Nullable String cacheStatus, @Nullable String pattern) throws IOException {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/");
		request.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, pattern);
		MockHttpServletResponse response = new MockHttpServletResponse();
		if (cacheStatus != null) {
			response.setHeader("Cache-Status", cacheStatus);
		}
		Context context = new Context(name);
		Closure<?> header = new Closure<>(context) {

			@Override
			public @Nullable Object call(Object... arguments) {
				return ((MockHttpServletResponse) arguments[0]).getHeader((String) arguments[2]);
			}

		};
		String text = ScouterFiles.text("plugin/httpservice.plug");
		String end = text.substring(text.indexOf("[end]") + "[end]".length(), text.indexOf("[reject]"));
		new GroovyShell(new Binding(
				Map.of("$ctx", context, "$req", request, "$res", Map.of("inner", response), "method", header)))
			.evaluate(end.replace("$res.inner()", "$res.inner"));
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
