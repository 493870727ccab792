package dev.yoil.webtoon.address;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * Puts the {@link TrustedProxyValve} in front of everything else that asks for the
 * client's address; without trusted proxies, nothing.
 */
final class TrustedProxyCustomizer implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {

	private final TrustedProxies proxies;

	TrustedProxyCustomizer(TrustedProxies proxies) {
		this.proxies = proxies;
	}

	@Override
	public void customize(ConfigurableTomcatWebServerFactory factory) {
		if (!this.proxies.isEmpty()) {
			factory.addEngineValves(new TrustedProxyValve(this.proxies));
		}
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

}
