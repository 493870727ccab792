package dev.yoil.webtoon.access;

import java.time.Clock;

import jakarta.servlet.Filter;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.context.AbstractSecurityWebApplicationInitializer;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.session.DisableEncodeUrlFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Who may ask for what, by Spring Security: {@code docs/security.md} has it as a table.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ VisitorWriteProperties.class, BodyProperties.class })
class SecurityConfiguration {

	private static final String FILTER = AbstractSecurityWebApplicationInitializer.DEFAULT_FILTER_NAME;

	private static final String CONTEXT_PATH = "server.servlet.context-path";

	/**
	 * How slow the hash of the administrator's password is: some 60 ms of a processor.
	 */
	private static final int STRENGTH = 10;

	private static final Log logger = LogFactory.getLog(SecurityConfiguration.class);

	@Bean
	AuthenticationManager administratorLogin(Environment environment, ObjectProvider<PasswordEncoder> encoder,
			Clock clock) {
		String given = environment.getProperty(AdministratorPassword.PROPERTY);
		return new AdministratorLogin((given != null) ? given : madeUp(),
				encoder.getIfAvailable(() -> new BCryptPasswordEncoder(STRENGTH)), new FailedLogins(clock));
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

	@Bean
	Areas areas(PathMappedEndpoints endpoints, DispatcherServletPath servlet) {
		return new Areas(endpoints, servlet);
	}

	/**
	 * A request is observed once, by the filter that measures hits too.
	 */
	@Bean
	SecurityObservationSettings noSecurityObservations() {
		return SecurityObservationSettings.noObservations();
	}

	@Bean
	HttpFirewall tomcatFirewall() {
		return new TomcatFirewall();
	}

	/**
	 * Puts the filter into the place of Spring Security's, whoever registers that: Boot
	 * does so for a port of the actuator's own, too.
	 */
	@Bean
	static BeanPostProcessor accessFilter(Environment environment, ObjectProvider<DispatcherServletPath> servlet) {
		return new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String name) {
				return (bean instanceof Filter security && name.equals(FILTER)) ? new AccessFilter(
						new PublicReads(environment.getProperty(CONTEXT_PATH, "") + servlet.getObject().getPrefix()),
						security) : bean;
			}

		};
	}

	@Bean
	AddressBuckets visitorWrites(VisitorWriteProperties writes, Clock clock) {
		return new AddressBuckets(clock, writes.limit(), writes.period());
	}

	@Bean
	SecurityFilterChain everythingElse(HttpSecurity http, AuthenticationManager login, Refusals refusals, Areas areas,
			Environment environment, AddressBuckets visitorWrites, BodyProperties body) {
		http.headers(AbstractHttpConfigurer::disable)
			.logout(AbstractHttpConfigurer::disable)
			.requestCache(AbstractHttpConfigurer::disable)
			.sessionManagement((sessions) -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			.authenticationManager(login)
			.httpBasic((basic) -> basic.authenticationEntryPoint(refusals))
			.exceptionHandling((failures) -> failures.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
			.csrf((csrf) -> csrf.csrfTokenRepository(new CsrfTokens(areas.csrfToken()))
				.csrfTokenRequestHandler(new HeaderCsrfTokens())
				.requireCsrfProtectionMatcher(areas.visitorWrites()))
			.addFilterBefore(new BodyLimitFilter(body.maxRequestSize(), refusals), DisableEncodeUrlFilter.class)
			.addFilterBefore(new SameOriginFilter(areas.guardedChanges(), refusals), CsrfFilter.class)
			.addFilterBefore(new VisitorWriteFilter(areas.visitorWrites(), visitorWrites, refusals),
					BasicAuthenticationFilter.class);
		allow(http, areas, environment);
		return http.build();
	}

	/**
	 * What nobody knows is left to MVC, which has nothing there: a mistyped address is
	 * answered with 404, not with a question for credentials.
	 */
	private static void allow(HttpSecurity http, Areas areas, Environment environment) {
		boolean own = ManagementPortType.get(environment) == ManagementPortType.DIFFERENT;
		http.authorizeHttpRequests((rules) -> {
			rules.requestMatchers(areas.health()).permitAll();
			if (own) {
				// Whoever chose that port's address chose who may ask.
				rules.requestMatchers(areas.actuator()).permitAll();
			}
			rules.requestMatchers(areas.actuator()).access(new LocalOrAdministrator(null));
			rules.requestMatchers(areas.inspection())
				.access(new LocalOrAdministrator(InspectionRule.closed(environment)));
			rules.requestMatchers(areas.administration(), areas.cacheChanges()).hasRole(AdministratorLogin.ROLE);
			rules.anyRequest().permitAll();
		});
	}

}
