package dev.yoil.webtoon;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import org.apache.catalina.connector.Connector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.util.Assert;

/**
 * Lets proxies notice that this instance ends, before it ends. Until then it is not ready
 * and responds as usual. Then it refuses connections, which a proxy notices at once, and
 * for one more second it closes each of those it has after the next response. An instance
 * that ends without that closes connections that a proxy has kept without a response to a
 * request that arrives on them, and no proxy repeats a {@code POST}.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class ShutdownDelay implements ApplicationListener<ContextClosedEvent> {

	private static final Logger logger = LoggerFactory.getLogger(ShutdownDelay.class);

	private static final Duration REFUSAL = Duration.ofSeconds(1);

	private final ApplicationContext context;

	private final Duration delay;

	ShutdownDelay(ApplicationContext context, @Value("${yoil.shutdown-delay:0s}") Duration delay) {
		Assert.isTrue(!delay.isNegative(), "yoil.shutdown-delay must be at least 0s, for example 5s.");
		this.context = context;
		this.delay = delay;
	}

	/**
	 * Waits. An interruption ends the delay, or the second, and nothing else.
	 */
	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		if (this.delay.isZero() || event.getApplicationContext() != this.context
				|| !(this.context instanceof WebServerApplicationContext server)
				|| !(server.getWebServer() instanceof TomcatWebServer tomcat)) {
			return;
		}
		logger.info("Ends in {} s, and responds to requests until then", this.delay.toMillis() / 1e3);
		await(this.delay);
		for (Connector connector : tomcat.getTomcat().getService().findConnectors()) {
			connector.getProtocolHandler().closeServerSocketGraceful();
		}
		await(REFUSAL);
	}

	private void await(Duration duration) {
		long end = System.nanoTime() + duration.toNanos();
		for (long left = duration.toNanos(); left > 0 && !Thread.interrupted(); left = end - System.nanoTime()) {
			LockSupport.parkNanos(this, left);
		}
	}

}
