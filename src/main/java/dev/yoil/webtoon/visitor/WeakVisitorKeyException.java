package dev.yoil.webtoon.visitor;

/**
 * The key that the service was given is too short. It tells nothing of the key but its
 * length.
 */
final class WeakVisitorKeyException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param property what the key was given as
	 * @param bytes how long it is
	 */
	WeakVisitorKeyException(String property, int bytes) {
		super("The value of '%s' has %d bytes. It signs the cookies that tell visitors apart, and needs at least %d."
			.formatted(property, bytes, VisitorKey.BYTES));
	}

}
