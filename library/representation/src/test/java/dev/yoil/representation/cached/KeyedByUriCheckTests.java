package dev.yoil.representation.cached;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.security.Principal;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import jakarta.annotation.security.RolesAllowed;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.http.RequestEntity;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.SessionAttribute;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class KeyedByUriCheckTests {

	private final RequestMappingHandlerMapping mapping = new RequestMappingHandlerMapping();

	private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();

	private final KeyedByUriCheck check = new KeyedByUriCheck(List.of(this.mapping), this.beans);

	@ParameterizedTest
	@ValueSource(strings = { "POST", "GET, PUT", "" })
	void rejectsOtherMethodsThanGetAndHead(String methods) {
		RequestMethod[] mapped = Stream.of(methods.split(", "))
			.filter((method) -> !method.isEmpty())
			.map(RequestMethod::valueOf)
			.toArray(RequestMethod[]::new);
		add(new Allowed(), "keyed", RequestMappingInfo.paths("/a").methods(mapped));
		assertRefused("Allowed#keyed(String, Locale)", "is not only mapped to GET or HEAD");
	}

	@ParameterizedTest
	@CsvSource({ "/a, /a", "/a/{id}, /a/{name}", "/a/{id:[0-9]{3}}/b, /a/{name:[0-9]{3}}/b", "/a/b, /a/*",
			"/{x}/b, /a/{y}", "/a/b/c, /a/**", "/a, /a/{*rest}", "/a/**, /a/b" })
	void rejectsOverlappingPathsWithHeaders(String keyed, String other) {
		add(keyed, other);
		assertRefused("Allowed#keyed(String, Locale)", "depends on a header");
	}

	@ParameterizedTest
	@CsvSource({ "/a, /b", "/a/{id}, /b/{id}", "/a/{id}, /a", "/a/{id}, /a/{id}/b", "/a/**, /b/**" })
	void acceptsDisjointPaths(String keyed, String other) {
		add(keyed, other);
		assertThatCode(this.check::afterSingletonsInstantiated).doesNotThrowAnyException();
	}

	private void add(String keyed, String other) {
		add(new Allowed(), "keyed", RequestMappingInfo.paths(keyed).methods(RequestMethod.GET));
		add(new Allowed(), "other", RequestMappingInfo.paths(other).headers("X-Version=2"));
	}

	@ParameterizedTest
	@MethodSource("guarded")
	void rejectsSecuredMethods(String method) {
		add(new Guarded(), method, RequestMappingInfo.paths("/a").methods(RequestMethod.GET));
		assertRefused("Guarded#" + method + "()", "but @");
	}

	static List<String> guarded() {
		return methods(Guarded.class);
	}

	@Test
	void rejectsSecuredClasses() {
		add(new GuardedClass(), "keyed", RequestMappingInfo.paths("/a").methods(RequestMethod.GET));
		assertRefused("GuardedClass#keyed()", "but @RolesAllowed");
	}

	@ParameterizedTest
	@MethodSource("parameters")
	void rejectsParametersOutsideTheUri(String method) {
		add(new Parameters(), method, RequestMappingInfo.paths("/a").methods(RequestMethod.GET));
		assertRefused("Parameters#" + method + "(", "but its parameter");
	}

	static List<String> parameters() {
		return methods(Parameters.class);
	}

	private static List<String> methods(Class<?> type) {
		return Stream.of(type.getDeclaredMethods()).map(Method::getName).toList();
	}

	@Test
	void rejectsReturnTypesThatAreNoRepresentations() {
		add(new Ineffective(), "keyed", RequestMappingInfo.paths("/a").methods(RequestMethod.GET));
		assertRefused("Ineffective#keyed()", "returns java.util.Optional, so it has no effect");
	}

	@Test
	void rejectsMethodsWithoutAMapping() {
		this.beans.registerBeanDefinition("allowed", new RootBeanDefinition(Allowed.class));
		add("/a", "/b");
		assertThatCode(this.check::afterSingletonsInstantiated).doesNotThrowAnyException();
		this.beans.registerBeanDefinition("service", new RootBeanDefinition(Ineffective.class));
		assertRefused("Ineffective.keyed()", "no request is mapped to it");
	}

	private void add(Object handler, String name, RequestMappingInfo.Builder info) {
		Method method = ReflectionUtils.findMethod(handler.getClass(), name, (Class<?>[]) null);
		this.mapping.registerMapping(info.options(this.mapping.getBuilderConfiguration()).build(), handler, method);
	}

	private void assertRefused(String method, String reason) {
		assertThatIllegalStateException().isThrownBy(this.check::afterSingletonsInstantiated)
			.withMessageContainingAll(method, " has @KeyedByUri, but ", reason);
	}

	static class Allowed {

		@KeyedByUri
		Representation keyed(@PathVariable(required = false) String id, @RequestParam Locale language) {
			throw new UnsupportedOperationException();
		}

		void other(HttpSession session) {
		}

	}

	static class Ineffective {

		@KeyedByUri
		Optional<Representation> keyed() {
			return Optional.empty();
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@PreAuthorize("hasRole('ADMIN')")
	@interface ForAdministrators {

	}

	static class Guarded {

		@KeyedByUri
		@PreAuthorize("hasRole('ADMIN')")
		void before() {
		}

		@KeyedByUri
		@PostAuthorize("hasRole('ADMIN')")
		void after() {
		}

		@KeyedByUri
		@Secured("ROLE_ADMIN")
		void secured() {
		}

		@KeyedByUri
		@RolesAllowed("ADMIN")
		void roles() {
		}

		@KeyedByUri
		@ForAdministrators
		void composed() {
		}

	}

	@RolesAllowed("ADMIN")
	static class GuardedClass {

		@KeyedByUri
		void keyed() {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@AuthenticationPrincipal
	@interface CurrentUser {

	}

	static class Parameters {

		@KeyedByUri
		void principal(Principal user) {
		}

		@KeyedByUri
		void authentication(String other, Authentication user) {
		}

		@KeyedByUri
		void maybe(Optional<Principal> user) {
		}

		@KeyedByUri
		void session(HttpSession session) {
		}

		@KeyedByUri
		void locale(Locale locale) {
		}

		@KeyedByUri
		void zone(ZoneId zone) {
		}

		@KeyedByUri
		void request(HttpServletRequest request) {
		}

		@KeyedByUri
		void webRequest(WebRequest request) {
		}

		@KeyedByUri
		void entity(RequestEntity<Void> request) {
		}

		@KeyedByUri
		void user(@AuthenticationPrincipal String user) {
		}

		@KeyedByUri
		void composed(@CurrentUser String user) {
		}

		@KeyedByUri
		void cookie(@CookieValue String user) {
		}

		@KeyedByUri
		void header(@RequestHeader String user) {
		}

		@KeyedByUri
		void sessionAttribute(@SessionAttribute String user) {
		}

		@KeyedByUri
		void requestAttribute(@RequestAttribute String user) {
		}

	}

}
