package dev.yoil.lab;

/**
 * A problem that keeps an experiment from running and is no error in the lab. Its message
 * is one line with the remedy.
 */
public final class LabException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message one line, with the remedy
	 */
	public LabException(String message) {
		super(message);
	}

	/**
	 * Creates the exception.
	 * @param message one line, with the remedy
	 * @param cause the cause
	 */
	public LabException(String message, Throwable cause) {
		super(message, cause);
	}

}
