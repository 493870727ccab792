package dev.yoil.webtoon.address;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;

/**
 * The same for the actuator where it has a port, and so a web server, of its own. Boot
 * finds it by its name in a file; marked as a configuration, it would also be found with
 * the site's own.
 */
class ManagementAddressConfiguration {

	@Bean
	@ConditionalOnBean(TrustedProxies.class)
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	TrustedProxyCustomizer trustedProxyCustomizer(TrustedProxies proxies) {
		return new TrustedProxyCustomizer(proxies);
	}

}
