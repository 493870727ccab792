package dev.yoil.webtoon.access;

import java.time.Duration;

import org.springframework.security.core.AuthenticationException;

/**
 * Says that no password is tried for a while.
 */
final class TooManyFailedLoginsException extends AuthenticationException {

	private static final long serialVersionUID = 1L;

	private final Duration pause;

	/**
	 * Creates the exception.
	 * @param pause how long until the next one is tried
	 */
	TooManyFailedLoginsException(Duration pause) {
		super("Too many failed logins");
		this.pause = pause;
	}

	/**
	 * Tells how long no password is tried.
	 */
	Duration pause() {
		return this.pause;
	}

}
