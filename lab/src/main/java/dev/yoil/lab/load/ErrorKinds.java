package dev.yoil.lab.load;

/**
 * What errors without a status of their own are called in results.
 */
final class ErrorKinds {

	static final String TOO_SLOW = "too slow";

	static final String NO_ANSWER = "no answer";

	static final String NO_CONNECTION = "no connection";

	static final String CONNECTION_CLOSED = "connection closed";

	static final String MALFORMED = "malformed answer";

	private ErrorKinds() {
	}

}
