package dev.yoil.webtoon.access;

import java.util.List;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.yoil.webtoon.SecurityHeaders;
import dev.yoil.webtoon.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRequestAttributeHandler;
import org.springframework.security.web.firewall.DefaultHttpFirewall;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.session.DisableEncodeUrlFilter;
import org.springframework.security.web.util.matcher.AndRequestMatcher;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Who may ask for what, by Spring Security: {@code docs/security.md} has it as a table.
 * Paths are taken apart as MVC takes them apart to find a controller, so that no way of
 * writing one finds the controller and not its rule.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ VisitorWriteProperties.class, BodyProperties.class })
class SecurityConfiguration {

	/**
	 * How slow the hash of the administrator's password is: some 60 ms of a processor.
	 */
	private static final int STRENGTH = 10;

	private static final String ACTUATOR = "management.endpoints.web.base-path";

	private static final Log logger = LogFactory.getLog(SecurityConfiguration.class);

	@Bean
	AuthenticationManager administratorLogin(Environment environment, ObjectProvider<PasswordEncoder> encoder,
			Ticker ticker) {
		String given = environment.getProperty(AdministratorPassword.PROPERTY);
		return new AdministratorLogin((given != null) ? given : madeUp(),
				encoder.getIfAvailable(() -> new BCryptPasswordEncoder(STRENGTH)), ticker);
	}

	/**
	 * The one time that a password is ever told.
	 */
	private static String madeUp() {
		String password = AdministratorPassword.random();
		logger.warn("YOIL_ADMIN_PASSWORD is not set. Until the service stops, the administrator is: "
				+ AdministratorLogin.NAME + ", password: " + password);
		return password;
	}

	@Bean
	Refusals refusals(@Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
		return new Refusals(problems);
	}

	/**
	 * A request is observed once, by the filter that measures hits too.
	 */
	@Bean
	SecurityObservationSettings noSecurityObservations() {
		return SecurityObservationSettings.noObservations();
	}

	/**
	 * The lenient one. What the strict one refuses besides has a right answer here, such
	 * as 405 for an unknown method, and rules do not depend on it.
	 */
	@Bean
	HttpFirewall firewall() {
		return new DefaultHttpFirewall() {

			@Override
			public HttpServletResponse getFirewalledResponse(HttpServletResponse response) {
				// Tomcat takes line breaks out of headers itself.
				return response;
			}

		};
	}

	@Bean
	AddressLimit writesByAddress(VisitorWriteProperties writes, Ticker ticker) {
		return new AddressLimit(ticker, writes.limit(), writes.period(), ProblemType.TOO_MANY_REQUESTS,
				"Your address has changed too much in too short a time.");
	}

	/**
	 * For all that has a rule.
	 */
	@Bean
	@Order(1)
	SecurityFilterChain guarded(HttpSecurity http, PathPatternRequestMatcher.Builder paths, AuthenticationManager login,
			Refusals refusals, Environment environment, AddressLimit writesByAddress, BodyProperties body) {
		RequestMatcher actuator = actuator(paths, environment.getProperty(ACTUATOR, "/actuator"));
		String caches = environment.getRequiredProperty("yoil.ehcache.web.path");
		RequestMatcher cache = paths.matcher(caches + "/**");
		// Refused there, unless another instance has signed the request.
		RequestMatcher node = new AndRequestMatcher(AccessRules::isFromInstance,
				new OrRequestMatcher(paths.matcher(caches + "/cluster"), paths.matcher(caches + "/*/cluster/**")));
		RequestMatcher console = paths
			.matcher(environment.getRequiredProperty("yoil.ehcache.web.console-path") + "/**");
		RequestMatcher administration = paths.matcher("/api/v1/admin/**");
		RequestMatcher visitorWrites = changing(new OrRequestMatcher(paths.matcher("/api/v1/webtoon/*/reviews/**"),
				paths.matcher("/api/v1/webtoon/*/like/**")));
		// Whoever chose the address of a port of the actuator's own chose who may ask.
		boolean own = ManagementPortType.get(environment) == ManagementPortType.DIFFERENT;
		RequestMatcher all = new OrRequestMatcher(visitorWrites, administration, cache, console,
				paths.matcher(CsrfController.PATH), actuator);
		return http.securityMatcher(all)
			.headers(AbstractHttpConfigurer::disable)
			.logout(AbstractHttpConfigurer::disable)
			.requestCache(AbstractHttpConfigurer::disable)
			.sessionManagement((sessions) -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			.authenticationManager(login)
			.httpBasic((basic) -> basic.authenticationEntryPoint(refusals))
			.exceptionHandling((failures) -> failures.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
			.csrf((csrf) -> csrf.csrfTokenRepository(tokens())
				.csrfTokenRequestHandler(new HeaderTokens())
				.requireCsrfProtectionMatcher(visitorWrites))
			.addFilterBefore(headers(), DisableEncodeUrlFilter.class)
			.addFilterBefore(new BodyLimitFilter(body.maxRequestSize(), refusals), DisableEncodeUrlFilter.class)
			.authorizeHttpRequests((rules) -> rules.requestMatchers(EndpointRequest.to("health"))
				.permitAll()
				.requestMatchers(node)
				.permitAll()
				.requestMatchers(actuator)
				.access(own ? AccessRules.ownSite() : AccessRules.hereOrAdministrator(null))
				.requestMatchers(administration, changing(cache))
				.access(AccessRules.administrator())
				.requestMatchers(cache, console)
				.access(AccessRules.hereOrAdministrator(InspectionRule.closed(environment)))
				.requestMatchers(visitorWrites)
				.access(AccessRules.limited(writesByAddress))
				.anyRequest()
				.permitAll())
			.build();
	}

	/**
	 * All endpoints, and the page that links to them, of which Boot matches GET alone.
	 */
	private static RequestMatcher actuator(PathPatternRequestMatcher.Builder paths, String base) {
		RequestMatcher endpoints = EndpointRequest.toAnyEndpoint();
		return (base.length() > 1) ? new OrRequestMatcher(endpoints, paths.matcher(base)) : endpoints;
	}

	/**
	 * For what everybody may ask for, hits above all: there is nothing to decide. What
	 * nobody knows is left to MVC, so that a mistyped address is answered with 404, not
	 * with a question for credentials.
	 */
	@Bean
	@Order(2)
	SecurityFilterChain open(Refusals refusals, BodyProperties body) {
		return new DefaultSecurityFilterChain(AnyRequestMatcher.INSTANCE, headers(),
				new BodyLimitFilter(body.maxRequestSize(), refusals));
	}

	/**
	 * Before anything else: a response that is written to need not be wrapped then.
	 */
	private static HeaderWriterFilter headers() {
		HeaderWriterFilter headers = new HeaderWriterFilter(List.of(SecurityHeaders::write));
		headers.setShouldWriteHeadersEagerly(true);
		return headers;
	}

	/**
	 * All methods but those that only read.
	 */
	private static RequestMatcher changing(RequestMatcher paths) {
		return new AndRequestMatcher(CsrfFilter.DEFAULT_CSRF_MATCHER, paths);
	}

	/**
	 * Keeps a visitor's CSRF token in a cookie that no script reads and that no other
	 * site's page sends along.
	 */
	private static CookieCsrfTokenRepository tokens() {
		CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
		tokens.setCookieName("yoil-csrf");
		tokens.setHeaderName("X-CSRF-TOKEN");
		tokens.setCookieCustomizer((cookie) -> cookie.sameSite("Strict"));
		return tokens;
	}

	/**
	 * Takes a CSRF token from its header and from nowhere else: to look for a parameter,
	 * Tomcat would read a form's whole body.
	 */
	private static final class HeaderTokens extends CsrfTokenRequestAttributeHandler {

		@Override
		public @Nullable String resolveCsrfTokenValue(HttpServletRequest request, CsrfToken token) {
			return request.getHeader(token.getHeaderName());
		}

	}

}
