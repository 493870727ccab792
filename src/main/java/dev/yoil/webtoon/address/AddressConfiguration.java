package dev.yoil.webtoon.address;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Lets trusted proxies, and nobody else, say for whom they ask.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TrustedProxyProperties.class)
class AddressConfiguration {

	@Bean
	TrustedProxies trustedProxies(TrustedProxyProperties properties) {
		return properties.proxies();
	}

	@Bean
	TrustedProxyCustomizer trustedProxyCustomizer(TrustedProxies proxies) {
		return new TrustedProxyCustomizer(proxies);
	}

}
