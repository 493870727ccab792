package dev.yoil.representation.cached;

import dev.yoil.representation.internal.HitProtocol;
import org.apache.coyote.http11.Http11NioProtocol;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.tomcat.TomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Has Tomcat answer hits on the poller's thread, where
 * {@code yoil.representation.hits-on-poller} asks for it.
 */
@AutoConfiguration(after = RepresentationAutoConfiguration.class)
@ConditionalOnClass({ TomcatWebServerFactory.class, Http11NioProtocol.class })
@ConditionalOnBean(Routes.class)
@ConditionalOnBooleanProperty("yoil.representation.hits-on-poller")
public final class HitProtocolAutoConfiguration {

	@Bean
	WebServerFactoryCustomizer<TomcatWebServerFactory> yoilHitProtocol(Routes routes) {
		return (factory) -> {
			// Else somebody has chosen another protocol.
			if (factory.getProtocol().equals(TomcatWebServerFactory.DEFAULT_PROTOCOL)) {
				factory.setProtocol(HitProtocol.class.getName());
				factory.addConnectorCustomizers(
						(connector) -> ((HitProtocol) connector.getProtocolHandler()).answerAtOnce(routes::isAtHand));
			}
		};
	}

}
