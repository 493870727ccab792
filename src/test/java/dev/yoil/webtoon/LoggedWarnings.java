package dev.yoil.webtoon;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/**
 * Warnings and errors that requests log while this is open. Starting a service closes it.
 */
final class LoggedWarnings implements AutoCloseable {

	private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

	private final Queue<String> lines = new ConcurrentLinkedQueue<>();

	private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {

		@Override
		protected void append(ILoggingEvent event) {
			if (event.getLevel().isGreaterOrEqual(Level.WARN) && event.getThreadName().contains("-exec-")) {
				LoggedWarnings.this.lines.add(event.toString());
			}
		}

	};

	LoggedWarnings() {
		this.appender.setContext(this.root.getLoggerContext());
		this.appender.start();
		this.root.addAppender(this.appender);
	}

	List<String> lines() {
		return List.copyOf(this.lines);
	}

	@Override
	public void close() {
		this.root.detachAppender(this.appender);
		this.appender.stop();
	}

}
