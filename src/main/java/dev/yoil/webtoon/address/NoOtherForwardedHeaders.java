package dev.yoil.webtoon.address;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.apache.commons.logging.Log;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.logging.DeferredLogFactory;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Switches off all that Boot has to believe forwarded headers with, whoever asked for it:
 * a setting, or Boot itself on a cloud platform. It would believe every private network
 * ({@code native}) or everybody ({@code framework}). What is believed is only what
 * {@code yoil.trusted-proxies} says.
 */
class NoOtherForwardedHeaders implements EnvironmentPostProcessor, Ordered {

	private static final String STRATEGY = "server.forward-headers-strategy";

	private static final String ADDRESS_HEADER = "server.tomcat.remoteip.remote-ip-header";

	private static final String SCHEME_HEADER = "server.tomcat.remoteip.protocol-header";

	private static final Set<String> BELIEVING = Set.of("native", "framework");

	private final Log log;

	NoOtherForwardedHeaders(DeferredLogFactory logs) {
		this.log = logs.getLog(NoOtherForwardedHeaders.class);
	}

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		String strategy = environment.getProperty(STRATEGY, "");
		if (BELIEVING.contains(strategy.toLowerCase(Locale.ROOT))) {
			tell(STRATEGY + "=" + strategy);
		}
		for (String header : new String[] { ADDRESS_HEADER, SCHEME_HEADER }) {
			if (!environment.getProperty(header, "").isBlank()) {
				tell(header);
			}
		}
		environment.getPropertySources()
			.addFirst(new MapPropertySource("yoilForwardedHeaders",
					Map.of(STRATEGY, "none", ADDRESS_HEADER, "", SCHEME_HEADER, "")));
	}

	private void tell(String setting) {
		this.log.warn(setting + " has no effect here: it would let more than your proxies say where a request comes "
				+ "from. X-Forwarded-For and X-Forwarded-Proto are believed of the addresses in "
				+ TrustedProxyProperties.NAME + " only, for example 10.0.0.7 or 10.0.0.0/24.");
	}

	@Override
	public int getOrder() {
		// When all settings have been read.
		return Ordered.LOWEST_PRECEDENCE;
	}

}
