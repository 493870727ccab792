package dev.yoil.webtoon.moderation;

import java.time.Clock;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Puts the lists where they are asked.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ModerationProperties.class)
class ModerationConfiguration {

	@Bean
	BlockedAddressCustomizer blockedAddressCustomizer(BlockedAddresses blocked, JsonMapper json) {
		return new BlockedAddressCustomizer(blocked, json);
	}

	@Bean
	ModerationChanges moderationChanges(Revisions revisions, ModerationRefresh refresh,
			PlatformTransactionManager transactions, Clock clock) {
		return new ModerationChanges(revisions, refresh, new TransactionTemplate(transactions), clock);
	}

}
