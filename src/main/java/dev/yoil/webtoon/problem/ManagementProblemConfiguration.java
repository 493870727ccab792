package dev.yoil.webtoon.problem;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Answers errors in the same form where the actuator has a port, and so a web server, of
 * its own. Boot finds it by its name in a file; marked as a configuration, it would also
 * be found with the site's own.
 */
class ManagementProblemConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = ProblemConfiguration.PROBLEM_REPORTS, search = SearchStrategy.CURRENT)
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> problemReports(JsonMapper json) {
		return ProblemConfiguration.reportingProblems(json);
	}

}
