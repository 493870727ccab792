package dev.yoil.webtoon.moderation;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;

/**
 * Blocks addresses from the actuator too where it has a port, and so a web server, of its
 * own. Boot finds it by its name in a file; marked as a configuration, it would also be
 * found with the site's own.
 */
class ManagementModerationConfiguration {

	@Bean
	@ConditionalOnBean(BlockedAddresses.class)
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	BlockedAddressCustomizer blockedAddressCustomizer(BlockedAddresses blocked, JsonMapper json) {
		return new BlockedAddressCustomizer(blocked, json);
	}

}
