package dev.yoil.webtoon;

/**
 * Stops the start because of a password or a key, which it does not contain.
 */
public final class RefusedSecretException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String action;

	/**
	 * Creates the exception.
	 * @param message what is wrong with which setting
	 * @param action what to do about it
	 */
	public RefusedSecretException(String message, String action) {
		super(message);
		this.action = action;
	}

	String action() {
		return this.action;
	}

}
