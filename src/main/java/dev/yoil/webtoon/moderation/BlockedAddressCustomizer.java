package dev.yoil.webtoon.moderation;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * Puts the {@link BlockedAddressValve} in front of everything but what tells the client's
 * address.
 */
final class BlockedAddressCustomizer
		implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {

	private final BlockedAddresses blocked;

	private final JsonMapper json;

	BlockedAddressCustomizer(BlockedAddresses blocked, JsonMapper json) {
		this.blocked = blocked;
		this.json = json;
	}

	@Override
	public void customize(ConfigurableTomcatWebServerFactory factory) {
		factory.addEngineValves(new BlockedAddressValve(this.blocked, this.json));
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE + 1;
	}

}
