package dev.yoil.webtoon.access;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Puts the {@link UnreadBodyValve} in front of everything that answers.
 */
final class UnreadBodyCustomizer implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {

	private static final String THREADS = "server.tomcat.threads.max";

	/** Tomcat's own. */
	private static final int USUAL_THREADS = 200;

	/** One thread of so many may wait for what nobody wants. */
	private static final int SHARE = 4;

	private final int waiting;

	UnreadBodyCustomizer(Environment environment) {
		this.waiting = threads(environment, SHARE);
	}

	/**
	 * How many threads are a share of all that answer requests; at least one.
	 * @param share one of so many
	 */
	static int threads(Environment environment, int share) {
		return Math.max(1, environment.getProperty(THREADS, Integer.class, USUAL_THREADS) / share);
	}

	@Override
	public void customize(ConfigurableTomcatWebServerFactory factory) {
		factory.addEngineValves(new UnreadBodyValve(this.waiting));
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

}
