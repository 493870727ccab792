package dev.yoil.webtoon;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
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
 * Lets proxies notice that this instance ends, before it ends. Until then it is not
 * ready, responds to all requests, and closes each connection after the response. An
 * instance that ends closes the connections that a proxy has kept without a response to a
 * request that arrives on them, and no proxy repeats a {@code POST}.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class ShutdownDelay implements ApplicationListener<ContextClosedEvent> {

	private static final Logger logger = LoggerFactory.getLogger(ShutdownDelay.class);

	private final ApplicationContext context;

	private final Duration delay;

	ShutdownDelay(ApplicationContext context, @Value("${yoil.shutdown-delay:0s}") Duration delay) {
		Assert.isTrue(!delay.isNegative(), "yoil.shutdown-delay must be at least 0s, for example 5s.");
		this.context = context;
		this.delay = delay;
	}

	/**
	 * Waits. An interruption ends the delay and nothing else.
	 */
	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		if (this.delay.isZero() || event.getApplicationContext() != this.context
				|| !(this.context instanceof WebServerApplicationContext server)
				|| !(server.getWebServer() instanceof TomcatWebServer tomcat)) {
			return;
		}
		logger.info("Ends in {} s, and responds to requests until then", this.delay.toMillis() / 1e3);
		for (Connector connector : tomcat.getTomcat().getService().findConnectors()) {
			if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
				http.setMaxKeepAliveRequests(1);
			}
		}
		long end = System.nanoTime() + this.delay.toNanos();
		for (long left = this.delay.toNanos(); left > 0 && !Thread.interrupted(); left = end - System.nanoTime()) {
			LockSupport.parkNanos(this, left);
		}
	}

}
