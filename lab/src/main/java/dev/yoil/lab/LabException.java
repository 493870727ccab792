package dev.yoil.lab;

/**
 * What keeps an experiment from being run or finished and is not a fault of the lab: its
 * message is one line for whoever asked, and says what to do.
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
	 * @param cause what happened
	 */
	public LabException(String message, Throwable cause) {
		super(message, cause);
	}

}
