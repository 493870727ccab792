package dev.yoil.webtoon.access;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Adds the valves that run before all others: one of Tomcat's determines the client's
 * address, and others may refuse a request. Boot also finds this class by its name in a
 * file, for the server of a management port.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class FirstValves implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {

	@Override
	public void customize(ConfigurableTomcatWebServerFactory factory) {
		factory.addEngineValves(new ForwardedPortValve(), new UnreadBodyValve());
	}

}
