package dev.yoil.webtoon.access;

import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Collectors;

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
 * Access rules as Spring Security filter chains; {@code docs/site/security.md} lists them
 * in a table. Paths are parsed as MVC parses them, so every spelling that reaches a
 * controller also matches its rule.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RequestLimits.class)
class SecurityConfiguration {

	/**
	 * The bcrypt strength of the administrator's password: about 60 ms of CPU time.
	 */
	private static final int STRENGTH = 10;

	/**
	 * Fit into the parameter field of nGrinder, as do 22 of them, which have 130 bits.
	 */
	private static final String CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

	private static final String ACTUATOR = "management.endpoints.web.base-path";

	private static final Log logger = LogFactory.getLog(SecurityConfiguration.class);

	@Bean
	AuthenticationManager administratorLogin(Environment environment, ObjectProvider<PasswordEncoder> encoder,
			Ticker ticker) {
		String given = environment.getProperty(AccessChecks.PASSWORD);
		return new AdministratorLogin((given != null) ? given : generated(),
				encoder.getIfAvailable(() -> new BCryptPasswordEncoder(STRENGTH)), ticker);
	}

	/**
	 * Generates a password and logs it once.
	 */
	private static String generated() {
		String password = new SecureRandom().ints(22, 0, CHARACTERS.length())
			.mapToObj((index) -> CHARACTERS.substring(index, index + 1))
			.collect(Collectors.joining());
		logger.warn("YOIL_ADMIN_PASSWORD is not set. Until the service stops, the administrator is: "
				+ AdministratorLogin.NAME + ", password: " + password);
		return password;
	}

	@Bean
	Refusals refusals(@Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
		return new Refusals(problems);
	}

	/**
	 * Disables Spring Security's observations: the request timer covers the whole
	 * request.
	 */
	@Bean
	SecurityObservationSettings noSecurityObservations() {
		return SecurityObservationSettings.noObservations();
	}

	/**
	 * Uses the lenient firewall. What the strict one refuses has a correct response here,
	 * such as 405 for an unknown method, and the rules do not depend on it.
	 */
	@Bean
	HttpFirewall firewall() {
		return new DefaultHttpFirewall() {

			@Override
			public HttpServletResponse getFirewalledResponse(HttpServletResponse response) {
				// Tomcat itself removes line breaks from headers.
				return response;
			}

		};
	}

	@Bean
	ClientRateLimit writesByAddress(RequestLimits limits, Ticker ticker) {
		RequestLimits.VisitorWrites writes = limits.visitorWrites();
		return new ClientRateLimit(ticker, writes.limit(), writes.period(), ProblemType.TOO_MANY_REQUESTS,
				"Too many changes from your address.");
	}

	/**
	 * Applies to everything that has a rule.
	 */
	@Bean
	@Order(1)
	SecurityFilterChain guarded(HttpSecurity http, PathPatternRequestMatcher.Builder paths, AuthenticationManager login,
			Refusals refusals, Environment environment, ClientRateLimit writesByAddress, RequestLimits limits,
			Ticker ticker) {
		RequestMatcher actuator = actuator(paths, environment.getProperty(ACTUATOR, "/actuator"));
		String caches = environment.getRequiredProperty("yoil.ehcache.web.path");
		RequestMatcher cache = paths.matcher(caches + "/**");
		RequestMatcher console = paths
			.matcher(environment.getRequiredProperty("yoil.ehcache.web.console-path") + "/**");
		RequestMatcher administration = paths.matcher("/api/v1/admin/**");
		RequestMatcher visitorWrites = changing(new OrRequestMatcher(paths.matcher("/api/v1/webtoon/*/reviews/**"),
				paths.matcher("/api/v1/webtoon/*/like/**")));
		// With a management port, the operator chose its address and thereby its clients.
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
			.addFilterBefore(new BodyLimitFilter(limits.maxRequestSize(), refusals, ticker),
					DisableEncodeUrlFilter.class)
			.authorizeHttpRequests((rules) -> rules.requestMatchers(EndpointRequest.to("health"))
				.permitAll()
				.requestMatchers(actuator)
				.access(own ? AccessRules.ownSite() : AccessRules.hereOrAdministrator(null))
				.requestMatchers(administration, changing(cache))
				.access(AccessRules.administrator())
				.requestMatchers(cache, console)
				.access(AccessRules.hereOrAdministrator(AccessChecks.inspectionClosed(environment)))
				.requestMatchers(visitorWrites)
				.access(AccessRules.limited(writesByAddress))
				.anyRequest()
				.permitAll())
			.build();
	}

	/**
	 * Matches all endpoints, and the page with links to them, of which Boot only matches
	 * GET.
	 */
	private static RequestMatcher actuator(PathPatternRequestMatcher.Builder paths, String base) {
		RequestMatcher endpoints = EndpointRequest.toAnyEndpoint();
		return (base.length() > 1) ? new OrRequestMatcher(endpoints, paths.matcher(base)) : endpoints;
	}

	/**
	 * Applies to everything public, cache hits above all: no decision is needed. Unknown
	 * paths are left to MVC, so a mistyped path gets 404 instead of a request for
	 * credentials.
	 */
	@Bean
	@Order(2)
	SecurityFilterChain open(Refusals refusals, RequestLimits limits, Ticker ticker) {
		return new DefaultSecurityFilterChain(AnyRequestMatcher.INSTANCE, headers(),
				new BodyLimitFilter(limits.maxRequestSize(), refusals, ticker));
	}

	/**
	 * Writes the headers eagerly, so that the response need not be wrapped.
	 */
	private static HeaderWriterFilter headers() {
		HeaderWriterFilter headers = new HeaderWriterFilter(List.of(SecurityHeaders::write));
		headers.setShouldWriteHeadersEagerly(true);
		return headers;
	}

	/**
	 * Restricts a matcher to methods that change something.
	 */
	private static RequestMatcher changing(RequestMatcher paths) {
		return new AndRequestMatcher(CsrfFilter.DEFAULT_CSRF_MATCHER, paths);
	}

	/**
	 * Keeps the CSRF token in a cookie that scripts cannot read and other sites' pages do
	 * not send.
	 */
	private static CookieCsrfTokenRepository tokens() {
		CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
		tokens.setCookieName("yoil-csrf");
		tokens.setHeaderName("X-CSRF-TOKEN");
		tokens.setCookieCustomizer((cookie) -> cookie.sameSite("Strict"));
		return tokens;
	}

	/**
	 * A handler that reads the CSRF token from its header only. Looking for a parameter
	 * would make Tomcat read the whole body of a form.
	 */
	private static final class HeaderTokens extends CsrfTokenRequestAttributeHandler {

		@Override
		public @Nullable String resolveCsrfTokenValue(HttpServletRequest request, CsrfToken token) {
			return request.getHeader(token.getHeaderName());
		}

	}

}
