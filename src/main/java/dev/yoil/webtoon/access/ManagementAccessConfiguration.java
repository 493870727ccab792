package dev.yoil.webtoon.access;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Ends connections over unread bodies also where the actuator has a port, and so a web
 * server, of its own. Boot finds it by its name in a file; marked as a configuration, it
 * would also be found with the site's own.
 */
class ManagementAccessConfiguration {

	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	UnreadBodyCustomizer unreadBodyCustomizer(Environment environment) {
		return new UnreadBodyCustomizer(environment);
	}

}
