package dev.yoil.webtoon.moderation;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * Puts the {@link BlockedAddressValve} in front of everything but what tells the client's
 * address, which Boot puts there first: this customizer has no order, so it comes last.
 */
final class BlockedAddressCustomizer implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {

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

}
